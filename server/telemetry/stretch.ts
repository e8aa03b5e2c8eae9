import { instantSql, integer } from './rowReader.ts'

/** A piece of one vessel's time, in µs since 1970; both ends are included. */
export interface Stretch {
  vesselNumber: number
  fromUs: number
  toUs: number
}

/**
 * Live vessels ask for nearly the same stretch: one list of vessels and one range of time is a hundred times cheaper to
 * test than a hundred pairs of both, and brings little that was not asked for.
 */
export function stretchesSql(stretches: readonly Stretch[]): string {
  const fromUs = Math.min(...stretches.map((stretch) => stretch.fromUs))
  const toUs = Math.max(...stretches.map((stretch) => stretch.toUs))
  const longestUs = Math.max(...stretches.map((stretch) => stretch.toUs - stretch.fromUs))
  if (stretches.length === 1 || toUs - fromUs > 2 * longestUs) return stretches.map(stretchSql).join(' OR ')
  const vessels = stretches.map(({ vesselNumber }) => integer(vesselNumber))
  return `vessel IN (${vessels.join(', ')}) AND time >= ${instantSql(fromUs)} AND time <= ${instantSql(toUs)}`
}

export const stretchSql = ({ vesselNumber, fromUs, toUs }: Stretch) =>
  `(vessel = ${integer(vesselNumber)} AND time >= ${instantSql(fromUs)} AND time <= ${instantSql(toUs)})`
