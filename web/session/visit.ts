/**
 * Token of a link that a visitor opened, to one trip or to a wall screen: calls of the page go to the addresses for such
 * links, with this token. It stays until the page is loaded again, so that nothing mixes with the console.
 */
let held: { token: string; isWall: boolean } | null = null
/** Secret of the user who signed in on the wall screen for a few minutes. */
let pass: string | null = null

export const visit = {
  token: () => held?.token ?? null,
  isWall: () => held?.isWall === true,
  begin(token: string, isWall = false) {
    held = { token, isWall }
  },
  pass: () => pass,
  setPass(given: string | null) {
    pass = given
  },
  /** Clears the token, as loading the page again does. */
  forget() {
    held = null
    pass = null
  },
}
