/** Polls the arbiter's page while it is visible. */

import { followPage } from "../shared/follow-page.js";

followPage(3000);
