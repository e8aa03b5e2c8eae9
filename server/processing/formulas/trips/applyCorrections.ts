import { lowerBound } from '../lowerBound.ts'
import { MOVING_ABOVE_MPS } from '../parameters.ts'
import type { Session } from './findSessions.ts'
import type { SecondGrid } from './secondGrid.ts'

/** What a person decided about the trips of a vessel, in the order they did. */
export interface Correction {
  /** 'split' at fromUs; 'merge' of all that touches [fromUs, toUs]; 'trim' of [fromUs, toUs] away. */
  kind: string
  fromUs: number
  toUs: number
}

/** Detected sessions as people corrected them: a function of both, so that a correction outlives recomputation. */
export function applyCorrections(
  grid: SecondGrid,
  sessions: readonly Session[],
  corrections: readonly Correction[],
): Session[] {
  return corrections.reduce<Session[]>(
    (found, { kind, fromUs, toUs }) => {
      if (kind === 'split') return found.flatMap((session) => split(grid, session, fromUs))
      if (kind === 'merge') return merge(found, fromUs, toUs)
      return found.flatMap((session) => trim(grid, session, fromUs, toUs))
    },
    [...sessions],
  )
}

/** The session before and from `atUs` on, or the whole where one of these would be empty. */
export function split(
  grid: SecondGrid,
  session: Session,
  atUs: number,
  { endCause, startCause }: Pick<Session, 'endCause' | 'startCause'> = {
    endCause: 'split',
    startCause: 'split',
  },
): Session[] {
  const middle = lowerBound(grid.timeUs, atUs)
  const before = part(grid, session, session.firstRow, middle - 1)
  const after = part(grid, session, middle, session.lastRow)
  if (!before || !after) return [session]
  return [
    { ...before, endUs: before.lastRecordUs, endCause },
    { ...after, startCause, endUs: session.endUs, endCause: session.endCause },
  ]
}

function merge(sessions: readonly Session[], fromUs: number, toUs: number): Session[] {
  const touches = (session: Session) => session.startUs <= toUs && session.lastRecordUs >= fromUs
  const joined = sessions.filter(touches)
  const [first, last] = [joined[0], joined.at(-1)]
  if (!first || !last || first === last) return [...sessions]
  const one: Session = {
    ...last,
    startUs: first.startUs,
    startCause: first.startCause,
    firstRow: first.firstRow,
  }
  return sessions.flatMap((session) => (session === first ? [one] : touches(session) ? [] : [session]))
}

/** Takes time away at one of the ends; what would leave nothing, or lies in the middle, changes nothing. */
function trim(grid: SecondGrid, session: Session, fromUs: number, toUs: number): Session[] {
  const first = fromUs <= session.startUs ? lowerBound(grid.timeUs, toUs + 1) : session.firstRow
  const last = toUs >= session.lastRecordUs ? lowerBound(grid.timeUs, fromUs) - 1 : session.lastRow
  const isTrimmed = first > session.firstRow || last < session.lastRow
  if (!isTrimmed || first > session.lastRow || last < session.firstRow) return [session]
  const kept = part(grid, session, Math.max(first, session.firstRow), Math.min(last, session.lastRow))
  if (!kept) return [session]
  return [
    {
      ...kept,
      ...(first > session.firstRow ? { startCause: 'trim' as const } : {}),
      ...(last < session.lastRow
        ? { endUs: kept.lastRecordUs, endCause: 'trim' as const }
        : { endUs: session.endUs, endCause: session.endCause }),
    },
  ]
}

function part(grid: SecondGrid, session: Session, firstRow: number, lastRow: number): Session | null {
  if (firstRow > lastRow) return null
  let moving = lastRow
  while (moving > firstRow && !((grid.sogMps[moving] as number) > MOVING_ABOVE_MPS)) moving--
  return {
    ...session,
    startUs: grid.timeUs[firstRow] as number,
    lastMovingUs: grid.timeUs[moving] as number,
    lastRecordUs: grid.timeUs[lastRow] as number,
    firstRow,
    lastRow,
  }
}
