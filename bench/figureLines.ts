/** Lines that benches print, read for comparisons with another version. */
import { quantile } from './figures.ts'

/** Column at which `print` of figures.ts ends the padded name. */
const NAME_WIDTH = 62
/** A number that is no part of a word, such as `p50`. */
const NUMBER = /(?<![\w.])-?\d[\d,]*(?:\.\d+)?/g

/** Figures by name, without lines that have none. */
export function figureLines(printed: string): Map<string, string> {
  const lines = new Map<string, string>()
  for (const line of printed.split('\n')) {
    const [name, figure] = padded(line) ?? withColon(line) ?? ['', '']
    if (name && numbersOf(figure).length > 0) lines.set(name, figure)
  }
  return lines
}

/** Reads a line of `print`. A longer name is not padded, so its end is unknown. */
function padded(line: string): [name: string, figure: string] | null {
  const name = line.slice(0, NAME_WIDTH + 1)
  if (line.length <= NAME_WIDTH + 1 || !name.endsWith(' ')) return null
  const isWhole = name.endsWith('  ') || !/ {2}/.test(line)
  return isWhole ? [name.trim(), line.slice(NAME_WIDTH + 1).trim()] : null
}

/** Reads `name: figure`, as some benches print it. */
function withColon(line: string): [name: string, figure: string] | null {
  const [, name = '', figure = ''] = /^(\S.*?): +(.+)$/.exec(line) ?? []
  return name ? [name, figure] : null
}

export const numbersOf = (figure: string): number[] =>
  (figure.match(NUMBER) ?? []).map((text) => Number(text.replaceAll(',', '')))

export interface LineRatio {
  name: string
  /** Median of each number of the line on this side and on the other. */
  own: number[]
  other: number[]
  /** Own number divided by the other; null where it is not defined or the lines have different numbers. */
  ratios: (number | null)[]
}

/** Compares the medians of several runs; names the lines that only one version prints. */
export function compareLines(
  own: readonly Map<string, string>[],
  other: readonly Map<string, string>[],
): { ratios: LineRatio[]; onlyOwn: string[]; onlyOther: string[] } {
  const [owns, others] = [mediansOf(own), mediansOf(other)]
  const ratios: LineRatio[] = []
  for (const [name, values] of owns) {
    const theirs = others.get(name)
    if (theirs)
      ratios.push({
        ...{ name, own: values, other: theirs },
        ratios: values.map((value, i) =>
          values.length === theirs.length && theirs[i] ? value / theirs[i] : null,
        ),
      })
  }
  return {
    ratios,
    onlyOwn: [...owns.keys()].filter((name) => !others.has(name)),
    onlyOther: [...others.keys()].filter((name) => !owns.has(name)),
  }
}

function mediansOf(runs: readonly Map<string, string>[]): Map<string, number[]> {
  const medians = new Map<string, number[]>()
  for (const name of new Set(runs.flatMap((run) => [...run.keys()]))) {
    const numbers = runs.flatMap((run) => {
      const figure = run.get(name)
      return figure === undefined ? [] : [numbersOf(figure)]
    })
    medians.set(
      name,
      (numbers[0] ?? []).map((_, i) =>
        quantile(
          numbers.map((one) => one[i] ?? Number.NaN),
          0.5,
        ),
      ),
    )
  }
  return medians
}
