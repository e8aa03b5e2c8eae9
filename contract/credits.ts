import type { AnyEndpoint } from './endpoint.ts'

/** What a call of the public API costs: one credit, and raw data one for every 100 rows. */
const ROWS_A_CREDIT = 100

export function creditsOf({ path }: Pick<AnyEndpoint, 'path'>, answer: unknown): number {
  return path.startsWith('/fetcher/') ? Math.max(1, Math.ceil(rowsIn(answer) / ROWS_A_CREDIT)) : 1
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
