/** Prepended to the service worker's script (scorekeeper/web/views/pwa.py). */
declare const KEPT: { version: string; files: string[]; root: string };
