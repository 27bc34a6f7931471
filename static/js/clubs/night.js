/** Polls the night's tables while the page is visible. */

import { followPage } from "../shared/follow-page.js";

followPage(2000);
