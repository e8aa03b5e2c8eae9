import { pairingEnds } from '#server/records/pairings.ts'
import { correctionsTouching } from '#server/records/tripCorrections.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { DEBOUNCE_WINDOW_US, RECORD_SPACING_US, SILENCE_US, SILENT_MAX_US } from '../parameters.ts'
import { applyCorrections, type Correction } from './applyCorrections.ts'
import { endWithPairings } from './endWithPairings.ts'
import { findVoyages, type Voyage } from './findVoyages.ts'
import { measureTrip, type TripMeasures } from './measureTrip.ts'
import { isFast } from './movingSeconds.ts'
import { AFTERMATH_US, CONTEXT_US, readMovement } from './readMovement.ts'
import { type SecondGrid, secondGrid } from './secondGrid.ts'
import { inTurns } from './stages.ts'

/** A new sample can join, part or lengthen trips this far away, no further. */
export const REACH_US = SILENT_MAX_US + DEBOUNCE_WINDOW_US

interface Stores {
  db: Db
  telemetry: Telemetry
}

/** Voyages of a vessel that touch an interval of her time, and the grid that measures them. */
export interface Seen {
  grid: SecondGrid
  voyages: Voyage[]
}

type Sailing = Pick<DirectoryEntry, 'id' | 'number' | 'topSpeedMps'>

export interface Question {
  vessel: Sailing
  fromUs: number
  toUs: number
  /** Time of the newest known record, with or without a position. */
  knownUs?: number
  isWithinTrip?: boolean
}

/** Measures that the trips of an interval would have with these corrections added. */
export async function tripsAfter(
  stores: Stores,
  vessel: Sailing,
  interval: { fromUs: number; toUs: number },
  nowUs: number,
  more: readonly Correction[],
): Promise<TripMeasures[]> {
  const around = { fromUs: interval.fromUs - REACH_US, toUs: interval.toUs + REACH_US }
  const [seen] = await correctedVoyages(stores, [{ vessel, ...around }], nowUs, more)
  if (!seen) return []
  return seen.voyages
    .filter(({ startUs, lastMovingUs }) => startUs <= interval.toUs && lastMovingUs >= interval.fromUs)
    .map((voyage) => measureTrip(seen.grid, voyage))
}

/**
 * Voyages that the samples of each interval show, as users corrected them and pairings end them, all read in one query.
 * Null without samples. Intervals are of different vessels.
 */
export async function correctedVoyages(
  stores: Stores,
  questions: readonly Question[],
  nowUs: number,
  more: readonly Correction[] = [],
): Promise<(Seen | null)[]> {
  const found = await voyagesSoFar(stores, questions, nowUs)
  const decided = await decidedAround(stores, questions, nowUs)
  return questions.map(({ fromUs, toUs }, i) => {
    const one = found[i]
    if (!one) return null
    const { corrections = [], ends = [] } = decided[i] ?? {}
    const corrected = applyCorrections(one.grid, one.voyages, [...corrections, ...more])
    const voyages = endWithPairings(one.grid, corrected, ends).filter(
      (voyage) => voyage.startUs <= toUs && voyage.lastMovingUs >= fromUs,
    )
    return { grid: one.grid, voyages }
  })
}

/** Corrections by users around each interval, and the ends of pairings. */
export async function decidedAround({ db }: Stores, questions: readonly Question[], nowUs: number) {
  const around = questions.map(({ vessel, fromUs, toUs }) => ({
    vesselId: vessel.id,
    ...{ fromUs: fromUs - CONTEXT_US, toUs: toUs + CONTEXT_US },
  }))
  const corrections = await correctionsTouching(db, around)
  const ends = await pairingEnds(
    db,
    around.map((one) => ({ ...one, toUs: nowUs })),
  )
  return questions.map((_, i) => ({ corrections: corrections[i] ?? [], ends: ends[i] ?? [] }))
}

/** Voyages of the samples alone, a little before and after each interval as well. */
export async function voyagesSoFar(
  { telemetry }: Stores,
  questions: readonly Question[],
  nowUs: number,
): Promise<(Seen | null)[]> {
  const movements = await readMovement(
    telemetry,
    questions.map(({ vessel, fromUs, toUs, isWithinTrip = false }) => ({
      vesselNumber: vessel.number,
      ...{ fromUs, toUs: toUs + AFTERMATH_US, isWithinTrip },
    })),
  )
  const found: ({ grid: SecondGrid; quiet: VesselInterval[] } | null)[] = []
  for (const [i, { vessel, toUs }] of questions.entries()) {
    const movement = movements[i]
    const grid = movement ? await inTurns(secondGrid(movement, vessel.topSpeedMps)) : null
    const untilUs = Math.min(nowUs, toUs + AFTERMATH_US)
    found.push(grid && { grid, quiet: silencesOf(vessel.number, grid, untilUs) })
  }
  const records = await telemetry.intervals.recordTimes(found.flatMap((one) => one?.quiet ?? []))
  return questions.map(({ vessel, knownUs = 0 }, i) => {
    const grid = found[i]?.grid
    if (!grid) return null
    const others = records.get(vessel.number) ?? []
    // An open trip reaches to its last record, whenever it is computed: records of a short silence are not queried.
    const silentUs = knownUs - (grid.timeUs.at(-1) ?? knownUs)
    if (silentUs > 0 && silentUs <= RECORD_SPACING_US) others.push(knownUs)
    const recordUs = others.length === 0 ? grid.timeUs : Float64Array.from([...grid.timeUs, ...others]).sort()
    return { grid, voyages: findVoyages(grid, vessel.topSpeedMps, nowUs, recordUs) }
  })
}

/**
 * Silences of the receiver that matter for trips. Other readings in them are queried too, because they show
 * that the boat was reporting; elsewhere the times of the grid show it.
 */
function silencesOf(vesselNumber: number, grid: SecondGrid, untilUs: number): VesselInterval[] {
  const { timeUs } = grid
  let movingUs = Number.NEGATIVE_INFINITY
  const quiet: VesselInterval[] = []
  for (let row = 0; row < timeUs.length; row++) {
    const fromUs = timeUs[row] as number
    if (isFast(grid, row)) movingUs = fromUs
    const toUs = Math.min(timeUs[row + 1] ?? untilUs, movingUs + SILENT_MAX_US)
    if (toUs - fromUs <= RECORD_SPACING_US) continue
    const last = quiet.at(-1)
    // A receiver that reports rarely has a silence after each report.
    if (last && fromUs - last.toUs <= SILENCE_US) last.toUs = toUs
    else quiet.push({ vesselNumber, fromUs, toUs })
  }
  return quiet
}
