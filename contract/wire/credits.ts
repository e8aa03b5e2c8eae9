import type { AnyEndpoint } from './endpoint.ts'
import { createExport } from './fleetExport.ts'
import { getLogbookFile } from './logbook.ts'
import { getServiceBookFile } from './maintenance.ts'

/**
 * Price of a call of the public API: one credit, or one for every 100 rows of raw data. A file costs a fixed number,
 * with its link or with the request that has it written.
 */
export const ROWS_A_CREDIT = 100
export const A_FILE = 50

export type Priced = Pick<AnyEndpoint, 'path' | 'method'>

/**
 * Price that is known before the call runs. The caller pays for a file with its link, or when requesting an export. The
 * file can then be fetched as long as it exists; a logbook day or a service book as a file is paid for each time.
 */
export const leastCreditsOf = ({ path, method }: Priced): number => {
  const isLink = method === 'POST' && (path.startsWith('/downloads/') || path === createExport.path)
  const isFile = path === getLogbookFile.path || path === getServiceBookFile.path
  return isLink || isFile ? A_FILE : 1
}

export function creditsOf(endpoint: Priced, answer: unknown): number {
  const least = leastCreditsOf(endpoint)
  if (!endpoint.path.startsWith('/fetcher/')) return least
  return Math.max(least, Math.ceil(rowsIn(answer) / ROWS_A_CREDIT))
}

/** Points of all series of an answer, however they lie in it. */
function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) {
    return answer.every((one) => typeof one !== 'object' || one === null || isPoint(one))
      ? answer.length
      : answer.reduce((sum: number, one) => sum + rowsIn(one), 0)
  }
  if (typeof answer !== 'object' || answer === null) return 0
  return Object.values(answer).reduce((sum: number, one) => sum + rowsIn(one), 0)
}

/** True for a point: its values contain no further objects. */
const isPoint = (one: object) =>
  Object.values(one).every((value) => typeof value !== 'object' || value === null)
