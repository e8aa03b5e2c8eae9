/** What a first visit may take. `npm run tool weigh` holds the built console to it, `bench/signInPage.ts` says how long it lasts. */
const KIB = 1024

export const BUDGETS = {
  /** All of it, fonts and headers too, until nothing more is asked for but what is fetched for later. */
  signIn: { maxBytes: 150 * KIB, maxRequests: 8 },
  /** Somebody who is signed in and has nothing at hand yet: the shell with all its words, and a list in it. */
  list: { maxBytes: 440 * KIB, maxRequests: 30 },
}
