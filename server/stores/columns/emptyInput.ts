import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

const INPUT_FD = 0
let isEmpty = false

/**
 * Leaves the process with an input in which nothing ever stands. The embedded engine looks there at each INSERT: what it finds it
 * stores as more rows, and of two statements at once one may wait in there for ever, since the other lets reading block again.
 */
export function emptyInput(): void {
  if (isEmpty) return
  closeSync(INPUT_FD)
  // A newly opened file gets the lowest free number.
  const fd = openSync(devNull, 'r')
  if (fd !== INPUT_FD)
    throw new Error('another file took the place of the standard input while it was closed')
  isEmpty = true
}
