/** The night's tables, followed while the page is seen. */

import { followPage } from "../live/page.js";

followPage(2000);
