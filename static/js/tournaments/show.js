/** The arbiter's page, followed while it is seen. */

import { followPage } from "../live/page.js";

followPage(3000);
