import type { Rejection } from '#contract/domain/reading.ts'

/**
 * True when a position of a phone or tracker was not stored. A position from a time on no vessel never can be, so it is
 * acknowledged.
 */
export const isLostPosition = ({ reason, detail }: Rejection): boolean =>
  ['malformed', 'no_time', 'future_time'].includes(reason) || detail === 'position'
