import { lowerBound } from '../lowerBound.ts'
import type { Voyage } from './findVoyages.ts'
import { isFast } from './movingSeconds.ts'
import type { SecondGrid } from './secondGrid.ts'

/** Correction that a user made to the trips of a vessel; corrections apply in the order they were made. */
export interface Correction {
  /**
   * 'split' cuts at `fromUs`. 'merge' joins all that touches [fromUs, toUs], and 'trim' removes that
   * interval. 'ashore' and 'at_sea' mark voyages that lie mostly in it.
   */
  kind: string
  fromUs: number
  toUs: number
}

/** Detected voyages as people corrected them: a function of both, so that a correction outlives recomputation. */
export function applyCorrections(
  grid: SecondGrid,
  voyages: readonly Voyage[],
  corrections: readonly Correction[],
): Voyage[] {
  return corrections.reduce<Voyage[]>(
    (found, { kind, fromUs, toUs }) => {
      if (kind === 'split') return found.flatMap((voyage) => split(grid, voyage, fromUs))
      if (kind === 'merge') return merge(found, fromUs, toUs)
      if (kind === 'trim') return found.flatMap((voyage) => trim(grid, voyage, fromUs, toUs))
      return kind === 'ashore' || kind === 'at_sea'
        ? found.map((voyage) => judge(voyage, kind, fromUs, toUs))
        : found
    },
    [...voyages],
  )
}

/** The voyage before `atUs` and the one from `atUs` on, or the whole when one of these would be empty. */
export function split(
  grid: SecondGrid,
  voyage: Voyage,
  atUs: number,
  { endCause, startCause }: Pick<Voyage, 'endCause' | 'startCause'> = {
    endCause: 'split',
    startCause: 'split',
  },
): Voyage[] {
  const middle = lowerBound(grid.timeUs, atUs)
  const before = part(grid, voyage, voyage.firstRow, middle - 1)
  const after = part(grid, voyage, middle, voyage.lastRow)
  if (!before || !after) return [voyage]
  return [
    { ...before, endUs: before.lastRecordUs, endCause },
    { ...after, startCause, endUs: voyage.endUs, endCause: voyage.endCause },
  ]
}

function merge(voyages: readonly Voyage[], fromUs: number, toUs: number): Voyage[] {
  const touches = (voyage: Voyage) => voyage.startUs <= toUs && voyage.lastRecordUs >= fromUs
  const joined = voyages.filter(touches)
  const [first, last] = [joined[0], joined.at(-1)]
  if (!first || !last || first === last) return [...voyages]
  const one: Voyage = {
    ...last,
    startUs: first.startUs,
    startCause: first.startCause,
    firstRow: first.firstRow,
  }
  return voyages.flatMap((voyage) => (voyage === first ? [one] : touches(voyage) ? [] : [voyage]))
}

/** Marks a voyage that shares more than half of its time with the decision. */
function judge(voyage: Voyage, sea: 'ashore' | 'at_sea', fromUs: number, toUs: number): Voyage {
  const sharedUs = Math.min(toUs, voyage.lastRecordUs) - Math.max(fromUs, voyage.startUs)
  return sharedUs * 2 > voyage.lastRecordUs - voyage.startUs ? { ...voyage, sea } : voyage
}

/**
 * Removes time at one of the ends. A decision that would leave nothing, or lies in the middle, changes
 * nothing.
 */
function trim(grid: SecondGrid, voyage: Voyage, fromUs: number, toUs: number): Voyage[] {
  const first = fromUs <= voyage.startUs ? lowerBound(grid.timeUs, toUs + 1) : voyage.firstRow
  const last = toUs >= voyage.lastRecordUs ? lowerBound(grid.timeUs, fromUs) - 1 : voyage.lastRow
  const isTrimmed = first > voyage.firstRow || last < voyage.lastRow
  if (!isTrimmed || first > voyage.lastRow || last < voyage.firstRow) return [voyage]
  const kept = part(grid, voyage, Math.max(first, voyage.firstRow), Math.min(last, voyage.lastRow))
  if (!kept) return [voyage]
  return [
    {
      ...kept,
      ...(first > voyage.firstRow ? { startCause: 'trim' as const } : {}),
      ...(last < voyage.lastRow
        ? { endUs: kept.lastRecordUs, endCause: 'trim' as const }
        : { endUs: voyage.endUs, endCause: voyage.endCause }),
    },
  ]
}

function part(grid: SecondGrid, voyage: Voyage, firstRow: number, lastRow: number): Voyage | null {
  if (firstRow > lastRow) return null
  let moving = lastRow
  while (moving > firstRow && !isFast(grid, moving)) moving--
  return {
    ...voyage,
    startUs: grid.timeUs[firstRow] as number,
    lastMovingUs: grid.timeUs[moving] as number,
    lastRecordUs: grid.timeUs[lastRow] as number,
    firstRow,
    lastRow,
  }
}
