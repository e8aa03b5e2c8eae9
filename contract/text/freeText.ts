import { z } from 'zod'
import { NO_CONTROL_CHARACTERS, orEmpty } from './oneLine.ts'

/**
 * Text of as many lines as somebody writes. Lines end with \n, whatever sent them; of characters that turn the line those
 * go away that reach beyond their own line, since people paste them with names and numbers and cannot see them.
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
