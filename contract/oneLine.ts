import { z } from 'zod'

/**
 * Text that stands in one line wherever it is shown: names. Characters that break or turn the line would let one name
 * pass for another, or write lines of their own into files and logs. A text of which nothing can be seen is empty.
 */
export const oneLine = () =>
  z
    .string()
    .trim()
    .overwrite((text) => (/[^\p{Cf}\s]/u.test(text) ? text : ''))
    .regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u, 'Control characters are not allowed')
