import type { Formats } from '#contract/words/formats.ts'

const UNITS = [
  [1e9, 'GB', 1],
  [1e6, 'MB', 1],
  [1e3, 'kB', 0],
] as const

/** Size of a file, as people read it. */
export function fileSize(bytes: number, { quantity }: Pick<Formats, 'quantity'>): string {
  const [size, unit, decimals] = UNITS.find(([least]) => bytes >= least) ?? UNITS[2]
  return quantity(Math.max(1, bytes / size), unit, decimals)
}
