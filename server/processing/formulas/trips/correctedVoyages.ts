import { pairingEnds } from '#server/records/pairings.ts'
import { correctionsTouching } from '#server/records/tripCorrections.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Stretch } from '#server/telemetry/stretch.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import {
  DEBOUNCE_WINDOW_US,
  MOVING_ABOVE_MPS,
  RECORD_SPACING_US,
  SILENCE_US,
  SILENT_MAX_US,
} from '../parameters.ts'
import { applyCorrections, type Correction } from './applyCorrections.ts'
import { cutMovement } from './cutMovement.ts'
import { endWithPairings } from './endWithPairings.ts'
import { findVoyages, type Voyage } from './findVoyages.ts'
import { measureTrip, type TripMeasures } from './measureTrip.ts'
import { type SecondGrid, secondGrid } from './secondGrid.ts'

/** A new sample can join, part or lengthen trips this far away, no further. */
export const REACH_US = SILENT_MAX_US + DEBOUNCE_WINDOW_US
/** Read before the trips in question, so that debounce and speed gate start as they would have. */
const CONTEXT_US = 300_000_000
/** Read after them: what was heard then says how a trip ended. */
const AFTERMATH_US = SILENT_MAX_US

interface Stores {
  db: Db
  telemetry: Telemetry
}

/** The voyages of a vessel that touch a stretch of her time, and what they are measured on. */
export interface Seen {
  grid: SecondGrid
  voyages: Voyage[]
}

type Sailing = Pick<DirectoryEntry, 'id' | 'number' | 'topSpeedMps'>

export interface Question {
  vessel: Sailing
  fromUs: number
  toUs: number
}

/** What the trips of a stretch would measure if these corrections were decided as well. */
export async function tripsAfter(
  stores: Stores,
  vessel: Sailing,
  stretch: { fromUs: number; toUs: number },
  nowUs: number,
  more: readonly Correction[],
): Promise<TripMeasures[]> {
  const around = { fromUs: stretch.fromUs - REACH_US, toUs: stretch.toUs + REACH_US }
  const [seen] = await correctedVoyages(stores, [{ vessel, ...around }], nowUs, more)
  if (!seen) return []
  return seen.voyages
    .filter(({ startUs, lastMovingUs }) => startUs <= stretch.toUs && lastMovingUs >= stretch.fromUs)
    .map((voyage) => measureTrip(seen.grid, voyage))
}

/**
 * The voyages that the samples of each stretch show, as people corrected them and pairings end them, all read in one
 * question; null where nothing was heard.
 */
export async function correctedVoyages(
  { db, telemetry }: Stores,
  questions: readonly Question[],
  nowUs: number,
  more: readonly Correction[] = [],
): Promise<(Seen | null)[]> {
  const read = questions.map(({ vessel, fromUs, toUs }) => ({
    vesselNumber: vessel.number,
    fromUs: fromUs - CONTEXT_US,
    toUs: toUs + AFTERMATH_US,
  }))
  const movements = new Map(
    (await telemetry.positions.movement(read)).map((movement) => [movement.vesselNumber, movement]),
  )
  const answers: (Seen | null)[] = []
  for (const { vessel, fromUs, toUs } of questions) {
    const whole = movements.get(vessel.number)
    // What was read for other vessels may reach further, and another stretch of this one may lie elsewhere.
    const movement = whole && cutMovement(whole, fromUs - CONTEXT_US, toUs + AFTERMATH_US)
    if (!movement || movement.timeUs.length === 0) {
      answers.push(null)
      continue
    }
    const grid = secondGrid(movement, vessel.topSpeedMps)
    const decided = await correctionsTouching(db, vessel.id, fromUs - CONTEXT_US, toUs + CONTEXT_US)
    const recordUs = await recordsOf(telemetry, vessel.number, grid, Math.min(nowUs, toUs + AFTERMATH_US))
    const found = findVoyages(grid, vessel.topSpeedMps, nowUs, recordUs)
    const ends = await pairingEnds(db, vessel.id, fromUs - CONTEXT_US, nowUs)
    const voyages = endWithPairings(grid, applyCorrections(grid, found, [...decided, ...more]), ends).filter(
      (voyage) => voyage.startUs <= toUs && voyage.lastMovingUs >= fromUs,
    )
    answers.push({ grid, voyages })
  }
  return answers
}

/**
 * Times of records of any kind. Where the receiver is heard those of the grid do; only what else there is in its
 * silences, as far from moving as that matters, is read in addition.
 */
async function recordsOf(
  telemetry: Telemetry,
  vesselNumber: number,
  { timeUs, sogMps }: SecondGrid,
  untilUs: number,
): Promise<Float64Array> {
  let movingUs = Number.NEGATIVE_INFINITY
  const quiet: Stretch[] = []
  for (let row = 0; row < timeUs.length; row++) {
    const fromUs = timeUs[row] as number
    if ((sogMps[row] as number) > MOVING_ABOVE_MPS) movingUs = fromUs
    const toUs = Math.min(timeUs[row + 1] ?? untilUs, movingUs + SILENT_MAX_US)
    if (toUs - fromUs <= RECORD_SPACING_US) continue
    const last = quiet.at(-1)
    // A receiver that speaks seldom has a silence after each word.
    if (last && fromUs - last.toUs <= SILENCE_US) last.toUs = toUs
    else quiet.push({ vesselNumber, fromUs, toUs })
  }
  if (quiet.length === 0) return timeUs
  return Float64Array.from([...timeUs, ...(await telemetry.stretches.recordTimes(quiet))]).sort()
}
