/** Where this server's addresses begin: at "" or at its prefix, `/cards` say, as that of this very file shows. */

const { pathname } = new URL(import.meta.url);

export const ROOT = pathname.slice(0, Math.max(pathname.lastIndexOf("/static/"), 0));

/** What a phone keeps for this server by these names: others may be at the same host, under prefixes of their own. */
export const DATABASE = `scorekeeper${ROOT}`;
export const PAGES = `${ROOT}pages`;

/**
 * Whether an address is that of a match which no server knows yet: then nobody else can do anything to it.
 * @param {string} path
 */
export const isOnlyHere = (path) => path.startsWith(`${ROOT}/s/local-`);
