import { isDeepStrictEqual } from 'node:util'
import { loadPerCore, print, quantile } from '../figures.ts'
import type { Comparison, Given, Lines, Side } from './comparison.ts'

export interface Compared {
  /** Peers that are not installed. */
  skipped: string[]
  rows: ComparedRow[]
}

export interface ComparedRow {
  line: string
  peer: string
  ours: number
  theirs: number
  /** Our figure divided by the peer's; null where the answers differ. */
  ratio: number | null
  reachesGoal: boolean
  /** Processor time of the product and of the peer, s; null where it is not measured. */
  cpuS: [ours: number, theirs: number] | null
}

/** Runs all sides in turn, `turns` times, and compares the medians of lines with equal answers. */
export async function compare(comparison: Comparison, given: Given & { turns: number }): Promise<Compared> {
  const skipped: string[] = []
  const sides: { name: string; side: Side; measured: Lines[] }[] = []
  try {
    sides.push({ name: '', side: await comparison.ours(given), measured: [] })
    for (const { name, open } of comparison.peers) {
      const side = await open(given)
      if (side) sides.push({ name, side, measured: [] })
      else skipped.push(name)
    }
    // Without a peer there is nothing to compare with.
    for (let turn = 0; turn < given.turns && sides.length > 1; turn++)
      for (const { side, measured } of sides) measured.push(await side.run())
  } finally {
    for (const { side } of sides) await side.close()
  }
  const [own, ...peers] = sides
  const rows = peers.flatMap(({ name, measured }) =>
    Object.keys(measured[0] ?? {}).map((line) =>
      rowOf(comparison, line, own?.measured ?? [], name, measured),
    ),
  )
  return { skipped, rows }
}

function rowOf(
  { better, goal }: Comparison,
  line: string,
  own: readonly Lines[],
  peer: string,
  measured: readonly Lines[],
): ComparedRow {
  const isEqual = measured.every((lines, turn) =>
    isDeepStrictEqual(lines[line]?.answer, own[turn]?.[line]?.answer),
  )
  const median = (name: 'figure' | 'cpuS') => (of: readonly Lines[]) =>
    quantile(
      of.map((lines) => lines[line]?.[name] ?? Number.NaN),
      0.5,
    )
  const [ours = 0, theirs = 0] = [own, measured].map(median('figure'))
  const [ourCpuS = Number.NaN, theirCpuS = Number.NaN] = [own, measured].map(median('cpuS'))
  const ratio = isEqual && theirs > 0 ? ours / theirs : null
  const reachesGoal = ratio !== null && (better === 'more' ? ratio >= goal : ratio <= goal)
  const cpuS: ComparedRow['cpuS'] = Number.isNaN(ourCpuS + theirCpuS) ? null : [ourCpuS, theirCpuS]
  return { line, peer, ours, theirs, ratio, reachesGoal, cpuS }
}

/** Prints a line for each peer, with the load of the machine. */
export function printCompared({ unit, better, goal }: Comparison, { rows, skipped }: Compared): void {
  for (const { line, peer, ours, theirs, ratio, cpuS } of rows) {
    print(
      `${line} / ${peer}`,
      ratio === null
        ? 'the answers differ'
        : `${short(ours)} ${unit}, peer ${short(theirs)}, ratio ${ratio.toFixed(2)}, ` +
            `goal ${better === 'more' ? '≥' : '≤'} ${goal}, load ${loadPerCore().toFixed(1)}` +
            (cpuS ? `, CPU ${cpuS.map(short).join(' and ')} s` : ''),
    )
  }
  for (const peer of skipped) print(peer, 'skipped: not installed')
}

/** Three digits. */
const short = (value: number) =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 })
