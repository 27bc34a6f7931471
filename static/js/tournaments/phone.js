/** The players' page of a tournament: polls every few seconds and runs the clock. */

import { followPage } from "../shared/follow-page.js";
import "./clock.js";

const EVERY = 5000; // ms
const SPREAD = 1000; // random, so that a hall's phones do not poll at the same time

followPage(EVERY + Math.random() * SPREAD);
