/** Formats in which benches print their results. */
import { availableParallelism, loadavg } from 'node:os'

export function print(what: string, figure: string): void {
  console.log(`${what.padEnd(62)} ${figure}`)
}

export const thousands = (value: number) => Math.round(value).toLocaleString('en')

/** The value below which `share` of all values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** Load of the machine per core, this bench included: above 1 other programs disturbed the result. */
export const loadPerCore = () => (loadavg()[0] ?? 0) / availableParallelism()
