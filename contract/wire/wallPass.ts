/** Header with the pass of the user who signed in on a wall screen. */
export const WALL_PASS = 'x-wall-pass'
