/** A tournament on a player's phone: news every few seconds, and the clock. */

import { followPage } from "../shared/follow-page.js";
import "./clock.js";

const EVERY = 5000; // ms
const SPREAD = 1000; // so that a hall's phones do not ask all at once

followPage(EVERY + Math.random() * SPREAD);
