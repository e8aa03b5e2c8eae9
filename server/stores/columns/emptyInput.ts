import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

const INPUT_FD = 0
let isEmpty = false

/**
 * Gives the process an input that is always empty. The embedded engine reads the input at each INSERT and
 * stores its contents as more rows. Of two statements at once, one may also wait in that read for ever.
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
