import { z } from 'zod'
import { NO_CONTROL_CHARACTERS, orEmpty } from './oneLine.ts'

/**
 * Text of any number of lines. Line ends become \n. Direction characters whose effect extends beyond their own line are
 * removed, because users paste these invisible characters with names and numbers.
 */
export const freeText = () =>
  z
    .string()
    .overwrite((text) =>
      orEmpty(
        text
          .replaceAll(/\r\n?/g, '\n')
          .replaceAll(/[\u202a-\u202e]/g, '')
          .trim(),
      ),
    )
    .regex(/^[\n\t\P{Cc}]*$/u, NO_CONTROL_CHARACTERS)
