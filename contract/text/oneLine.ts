import { z } from 'zod'

export const NO_CONTROL_CHARACTERS = 'Control characters are not allowed'

/**
 * Text that stands in one line wherever it is shown: names. Characters that break or turn the line would let one name
 * pass for another, or write lines of their own into files and logs.
 */
export const oneLine = () =>
  z
    .string()
    .trim()
    .overwrite(orEmpty)
    .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, NO_CONTROL_CHARACTERS)

/** A text of which nothing can be seen is empty. */
export const orEmpty = (text: string) => (/[^\p{Cf}\s]/u.test(text) ? text : '')
