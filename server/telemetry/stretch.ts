import { instantSql, integer } from './rowReader.ts'

/** A piece of one vessel's time, in µs since 1970; both ends are included. */
export interface Stretch {
  vesselNumber: number
  fromUs: number
  toUs: number
}

export function stretchesSql(stretches: readonly Stretch[]): string {
  const range = rangeOf(stretches)
  if (!range) return stretches.map(stretchSql).join(' OR ')
  const vessels = stretches.map(({ vesselNumber }) => integer(vesselNumber))
  return `vessel IN (${vessels.join(', ')}) AND time >= ${instantSql(range.fromUs)} AND time <= ${instantSql(range.toUs)}`
}

/** What stretchesSql() reads, which may be more than what is asked for. */
export function asRead(stretches: readonly Stretch[]): Stretch[] {
  const range = rangeOf(stretches)
  return stretches.map((stretch) => ({ ...stretch, ...range }))
}

/**
 * Live vessels ask for nearly the same stretch: one list of vessels and one range of time is a hundred times cheaper to
 * test than a hundred pairs of both, and brings little that was not asked for.
 */
function rangeOf(stretches: readonly Stretch[]): Pick<Stretch, 'fromUs' | 'toUs'> | null {
  const fromUs = Math.min(...stretches.map((stretch) => stretch.fromUs))
  const toUs = Math.max(...stretches.map((stretch) => stretch.toUs))
  const longestUs = Math.max(...stretches.map((stretch) => stretch.toUs - stretch.fromUs))
  return stretches.length === 1 || toUs - fromUs > 2 * longestUs ? null : { fromUs, toUs }
}

export const stretchSql = ({ vesselNumber, fromUs, toUs }: Stretch) =>
  `(vessel = ${integer(vesselNumber)} AND time >= ${instantSql(fromUs)} AND time <= ${instantSql(toUs)})`
