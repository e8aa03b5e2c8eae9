/**
 * Budgets of a first visit. `npm run tool weigh` checks the built console against them, `bench/signInPage.ts` measures
 * the time.
 */
const KIB = 1024

export const BUDGETS = {
  /** Everything including fonts and headers, until only files for later pages are requested. */
  signIn: { maxBytes: 150 * KIB, maxRequests: 8 },
  /** A signed-in user without cached files: the shell with all its words, and a list. */
  list: { maxBytes: 400 * KIB, maxRequests: 30 },
  /** The same with the map without its tiles, when only the sign-in page has been cached. */
  map: { maxBytes: 600 * KIB, maxRequests: 40 },
}
