/**
 * Budgets of a first visit. `npm run tool weigh` checks the built console against them, `bench/signInPage.ts` measures
 * the time.
 */
const KIB = 1024

export const BUDGETS = {
  /** All of it, fonts and headers too, until nothing more is asked for but what is fetched for later. */
  signIn: { maxBytes: 150 * KIB, maxRequests: 8 },
  /** Somebody who is signed in and has nothing at hand yet: the shell with all its words, and a list in it. */
  list: { maxBytes: 440 * KIB, maxRequests: 30 },
}
