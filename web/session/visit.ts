/**
 * Token of a share link that a visitor opened: calls of the page go to the addresses for share links, with this
 * token. It stays until the page is loaded again, so that nothing mixes with the console.
 */
let held: string | null = null

export const visit = {
  token: () => held,
  begin(token: string) {
    held = token
  },
  /** Clears the token, as loading the page again does. */
  forget() {
    held = null
  },
}
