import { Problem } from '#contract/wire/errors.ts'

/** True when the sent file is invalid, and false for a transport error. */
export const isOfFile = (error: Error): boolean =>
  error instanceof Problem && (error.code === 'invalid' || error.code === 'too_large')
