/** The night's tables, followed while the page is seen. */

import { followPage } from "../shared/follow-page.js";

followPage(2000);
