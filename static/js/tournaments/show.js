/** The arbiter's page, followed while it is seen. */

import { followPage } from "../shared/follow-page.js";

followPage(3000);
