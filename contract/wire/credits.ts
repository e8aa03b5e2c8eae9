import type { AnyEndpoint } from './endpoint.ts'
import { createExport } from './fleetExport.ts'
import { getLogbookFile } from './logbook.ts'

/**
 * What a call of the public API costs: one credit; raw data one for every 100 rows; a file as many as its link, or as what
 * has it written.
 */
export const ROWS_A_CREDIT = 100
export const A_FILE = 50

export type Priced = Pick<AnyEndpoint, 'path' | 'method'>

/**
 * What is known before anything is done. A file is paid for with its link, or when an export is asked for, and may then be
 * fetched as long as it is there; a day of the logbook as a file is paid for each time.
 */
export const leastCreditsOf = ({ path, method }: Priced): number => {
  const isLink = method === 'POST' && (path.startsWith('/downloads/') || path === createExport.path)
  return isLink || path === getLogbookFile.path ? A_FILE : 1
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

/** A point holds values and nothing that holds more of them. */
const isPoint = (one: object) =>
  Object.values(one).every((value) => typeof value !== 'object' || value === null)
