import type { AnyEndpoint } from './endpoint.ts'

/** What a call of the public API costs: one credit; raw data one for every 100 rows; a file as many as its link. */
export const ROWS_A_CREDIT = 100
const A_FILE = 50

type Priced = Pick<AnyEndpoint, 'path' | 'method'>

/** What is known before anything is done. A file is paid for with its link and may then be fetched until the link ends. */
export const leastCreditsOf = ({ path, method }: Priced): number =>
  path.startsWith('/downloads/') && method === 'POST' ? A_FILE : 1

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
