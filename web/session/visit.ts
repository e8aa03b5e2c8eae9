/**
 * A page that somebody without an account opened by a link: its calls go where links are answered, with the link's token.
 * It stays one until it is loaded again, so nothing of it mixes with the console.
 */
let held: string | null = null

export const visit = {
  token: () => held,
  begin(token: string) {
    held = token
  },
  /** As loading the page again does. */
  forget() {
    held = null
  },
}
