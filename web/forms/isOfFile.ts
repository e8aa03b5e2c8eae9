import { Problem } from '#contract/wire/errors.ts'

/** Whether a file that was sent is at fault, and not the way there. */
export const isOfFile = (error: Error): boolean =>
  error instanceof Problem && (error.code === 'invalid' || error.code === 'too_large')
