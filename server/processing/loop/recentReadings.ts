import type { Fix } from '#contract/domain/reading.ts'
import { onGrid, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import type { AppendedInterval, IntervalReadings } from '#server/platform/events.ts'
import { storedFix } from '#server/telemetry/describeInterval.ts'
import type { StoredFault } from '#server/telemetry/engines.ts'
import type { Movement } from '#server/telemetry/positions.ts'
import type { SampleColumns } from '#server/telemetry/series.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { Span } from './workQueue.ts'

/** Limit for one vessel: beyond it, reading samples costs less than keeping them while evaluation is delayed. */
const MOST_SAMPLES = 1000

interface Held extends Span {
  readings: IntervalReadings
}

/**
 * Samples of live vessels stored since their last evaluation, because a query for them would cost more than
 * the evaluation. It is only a cache: everything else is read from the store.
 */
export class RecentReadings {
  readonly #held = new Map<number, Held[]>()
  /** Time up to which some readings are missing here. */
  readonly #goneUs = new Map<number, number>()

  note({ vesselNumber, fromUs, toUs, readings }: AppendedInterval, isLate: boolean): void {
    const held = this.#held.get(vesselNumber) ?? []
    this.#held.set(vesselNumber, held)
    if (readings && !isLate) held.push({ fromUs, toUs, readings })
    else this.#giveUp(vesselNumber, toUs)
    if (held.reduce((sum, one) => sum + countOf(one.readings), 0) <= MOST_SAMPLES) return
    this.#giveUp(vesselNumber, Math.max(...held.map((one) => one.toUs)))
    held.length = 0
  }

  /** All readings after a moment, in order of arrival; null when some of them are missing here. */
  after(vesselNumber: number, afterUs: number): readonly IntervalReadings[] | null {
    const held = this.#held.get(vesselNumber)
    if (!held || (this.#goneUs.get(vesselNumber) ?? Number.NEGATIVE_INFINITY) > afterUs) return null
    return held.filter(({ toUs }) => toUs > afterUs).map(({ readings }) => readings)
  }

  /** Times of all readings after a moment that are kept here. */
  times(vesselNumber: number, afterUs: number): number[] {
    const times = (this.#held.get(vesselNumber) ?? []).flatMap(({ fromUs, toUs, readings }) => [
      ...[fromUs, toUs],
      ...[...readings.scalars, ...readings.fixes, ...readings.faults].map(({ timeUs }) => Math.round(timeUs)),
    ])
    return [...new Set(times)].filter((timeUs) => timeUs > afterUs).sort((a, b) => a - b)
  }

  /** Drops samples up to the evaluated time; no evaluation needs them again. */
  forget(vesselNumber: number, upToUs: number): void {
    const held = this.#held.get(vesselNumber)
    if (!held) return
    const left = held.filter(({ toUs }) => toUs > upToUs)
    held.splice(0, held.length, ...left)
  }

  /** Drops the samples of a vessel that another process received. */
  begin(vesselNumber: number): void {
    this.#held.delete(vesselNumber)
    this.#goneUs.delete(vesselNumber)
  }

  #giveUp(vesselNumber: number, toUs: number) {
    this.#goneUs.set(vesselNumber, Math.max(toUs, this.#goneUs.get(vesselNumber) ?? toUs))
  }
}

const countOf = ({ scalars, fixes, faults }: IntervalReadings) =>
  scalars.length + fixes.length + faults.length

export interface AskedOfHeld extends Span {
  vesselNumber: number
  readings: readonly IntervalReadings[]
  keys: ReadonlySet<SeriesKey>
}

export interface ReadOfHeld {
  columns: SampleColumns[]
  movement: Movement | null
  faults: StoredFault[]
}

/**
 * Returns readings in memory as the store would return them: rounded as in storage, and of the selected
 * source only.
 */
export async function readHeld(
  { sources }: Pick<Telemetry, 'sources'>,
  asked: readonly AskedOfHeld[],
): Promise<ReadOfHeld[]> {
  const series = new Set([POSITION])
  for (const { keys } of asked) for (const key of keys) series.add(SERIES[key].number)
  const isAccepted = await sources.selectionTest(asked, series)
  return asked.map(({ vesselNumber, fromUs, toUs, readings, keys }) => {
    const isAsked = (timeUs: number) => timeUs >= fromUs && timeUs <= toUs
    const byName = new Map<number, { key: SeriesKey; instance: number; rows: ValueRow[] }>()
    const fixes: Fix[] = []
    const faults: StoredFault[] = []
    for (const part of readings) {
      for (const { timeUs: us, key, instance, value, source = UNKNOWN_SOURCE } of part.scalars) {
        const timeUs = Math.round(us)
        const { number } = SERIES[key]
        if (!keys.has(key) || !isAsked(timeUs)) continue
        if (!isAccepted(vesselNumber, number, instance, source, timeUs)) continue
        const name = number * 256 + instance
        const own = byName.get(name) ?? { key, instance, rows: [] }
        byName.set(name, own)
        own.rows.push({ timeUs, value: value === null ? Number.NaN : onGrid(key, value) })
      }
      for (const fix of part.fixes) {
        const timeUs = Math.round(fix.timeUs)
        const { source = UNKNOWN_SOURCE } = fix
        if (!isAsked(timeUs) || !isAccepted(vesselNumber, POSITION, 0, source, timeUs)) continue
        fixes.push({ ...storedFix(fix), timeUs })
      }
      for (const { timeUs: us, instance, spn, fmi, lamps, source = UNKNOWN_SOURCE } of part.faults) {
        const timeUs = Math.floor(us)
        if (!isAsked(timeUs)) continue
        const lit = [lamps.protect, lamps.amberWarning, lamps.redStop, lamps.malfunction]
        faults.push({
          ...{ vesselNumber, timeUs, instance, spn, fmi, source },
          lamps: lit.map((lamp) => lamp ?? -1),
        })
      }
    }
    const names = [...byName.keys()].sort((a, b) => a - b)
    return {
      columns: names.flatMap((name) => {
        const own = byName.get(name)
        if (!own) return []
        const rows = inOrder(own.rows)
        return {
          ...{ vesselNumber, key: own.key, instance: own.instance },
          timeUs: Float64Array.from(rows, ({ timeUs }) => timeUs),
          value: Float64Array.from(rows, ({ value }) => value),
        }
      }),
      movement: movementOf(vesselNumber, inOrder(fixes)),
      faults: faults.sort((a, b) => a.timeUs - b.timeUs),
    }
  })
}

/** The position, as a series. */
const POSITION = 0

interface Row {
  timeUs: number
}
interface ValueRow extends Row {
  value: number
}

/** Sorts rows by time; the last row of each time counts. */
function inOrder<One extends Row>(rows: readonly One[]): readonly One[] {
  if (rows.every(({ timeUs }, i) => i === 0 || timeUs > (rows[i - 1] as One).timeUs)) return rows
  return [...new Map(rows.map((row) => [row.timeUs, row])).values()].sort((a, b) => a.timeUs - b.timeUs)
}

function movementOf(vesselNumber: number, fixes: readonly Fix[]): Movement | null {
  if (fixes.length === 0) return null
  const column = (pick: (fix: Fix) => number) => Float64Array.from(fixes, pick)
  return {
    vesselNumber,
    timeUs: column(({ timeUs }) => timeUs),
    latitudeDeg: column(({ latitudeDeg }) => latitudeDeg),
    longitudeDeg: column(({ longitudeDeg }) => longitudeDeg),
    hdop: column(({ hdop }) => hdop ?? Number.NaN),
    valid: Uint8Array.from(fixes, ({ valid }) => (valid ? 1 : 0)),
    sogMps: new Float64Array(fixes.length).fill(Number.NaN),
  }
}
