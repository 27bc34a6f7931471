/** The prefix of this server's addresses, "" or for example `/cards`, taken from this file's own address. */

const { pathname } = new URL(import.meta.url);

export const ROOT = pathname.slice(0, Math.max(pathname.lastIndexOf("/static/"), 0));

/** Names of this server's storage; other servers may share the host under other prefixes. */
export const DATABASE = `scorekeeper${ROOT}`;
export const PAGES = `${ROOT}pages`;

/**
 * True if an address is that of a match that exists on this phone only.
 * @param {string} path
 */
export const isOnlyHere = (path) => path.startsWith(`${ROOT}/s/local-`);
