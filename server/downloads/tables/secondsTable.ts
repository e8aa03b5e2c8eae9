import { SERIES, type SeriesKey, toWire } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import type { AttitudeTurns } from '#server/telemetry/attitudeTurns.ts'
import { type Buckets, type Field, isPosition } from '#server/telemetry/field.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { seriesColumn } from '../seriesColumn.ts'
import type { Column, Page, Table } from '../table.ts'

/**
 * Series with a value in every second between two samples, because people add them up: engines report their
 * fuel rate every few seconds. The line between two samples at most ten seconds apart also gives the litres
 * of a trip.
 */
const BRIDGED: ReadonlySet<SeriesKey> = new Set(['fuel_rate'])
const BRIDGED_S = 10

/** Half an hour of sixty columns is under a megabyte. */
const PAGE_S = 1800

const TIME: Column = { kind: 'time', name: 'time', digits: 3 }

/** Further columns, computed from those of the fields by whole seconds of a page. */
interface Computed {
  columns: readonly Column[]
  compute(page: SecondsPage): Promise<Float64Array[]> | Float64Array[]
}

export interface SecondsPage {
  interval: VesselInterval
  startS: number
  seconds: number
  /** One value a second for each field, in wire units, NaN without a sample. */
  values: readonly Float64Array[]
}

/**
 * One row for each second with any record: the fields, then the computed columns. `turns` turn a sensor's
 * attitude to the boat's axes.
 */
export function secondsTable(
  telemetry: Pick<Telemetry, 'series'>,
  interval: VesselInterval,
  fields: readonly Field[],
  computed: Computed = { columns: [], compute: () => [] },
  turns: AttitudeTurns = new Map(),
): Table {
  // Most fields are plain columns, for a third of the work.
  const rates = fields.filter(({ key }) => BRIDGED.has(key))
  const plain = fields.filter((field) => isPlain(field) && !rates.includes(field))
  const others = fields.filter((field) => !isPlain(field))
  const own = fields.map((field) => seriesColumn(field))
  return { columns: [TIME, ...own, ...computed.columns], pages: pages() }

  async function* pages(): AsyncGenerator<Page> {
    const firstS = Math.floor(interval.fromUs / SECOND_US)
    const endS = Math.floor(interval.toUs / SECOND_US) + 1
    for (let startS = firstS; startS < endS; startS += PAGE_S) {
      const seconds = Math.min(PAGE_S, endS - startS)
      const chunk = {
        vesselNumber: interval.vesselNumber,
        fromUs: Math.max(interval.fromUs, startS * SECOND_US),
        toUs: Math.min(interval.toUs, (startS + seconds) * SECOND_US - 1),
      }
      const wider = widened(chunk)
      const [found, [quantities = []], [bridged = []]] = await Promise.all([
        telemetry.series.buckets(chunk, others, SECOND_US, { turns }),
        telemetry.series.seconds([chunk], plain),
        telemetry.series.seconds([wider], rates),
      ])
      const values = fields.map((field) => {
        const at = plain.indexOf(field)
        const rate = rates.indexOf(field)
        if (rate >= 0) {
          const known = bridge(bridged[rate] ?? new Float64Array())
          const first = startS - Math.floor(wider.fromUs / SECOND_US)
          return inWireUnits(field, known.subarray(first, first + seconds))
        }
        return at >= 0
          ? inWireUnits(field, quantities[at] ?? new Float64Array())
          : wireSeconds(field, found[others.indexOf(field)], startS, seconds)
      })
      const more = await computed.compute({ interval: chunk, startS, seconds, values })
      yield knownRows(startS, seconds, [...values, ...more], (startS + seconds - firstS) / (endS - firstS))
    }
  }

  /** The chunk with its neighbourhood within the table, so that lines over its border are complete. */
  function widened({ vesselNumber, fromUs, toUs }: VesselInterval): VesselInterval {
    const around = BRIDGED_S * SECOND_US
    return {
      vesselNumber,
      fromUs: Math.max(interval.fromUs, fromUs - around),
      toUs: Math.min(interval.toUs, toUs + around),
    }
  }
}

/** Lays straight lines between neighbouring seconds that have a value and are at most ten seconds apart. */
function bridge(column: Float64Array): Float64Array {
  let last = -1
  for (let second = 0; second < column.length; second++) {
    const value = column[second] as number
    if (Number.isNaN(value)) continue
    if (last >= 0 && second - last <= BRIDGED_S) {
      const step = (value - (column[last] as number)) / (second - last)
      for (let between = last + 1; between < second; between++)
        column[between] = (column[between - 1] as number) + step
    }
    last = second
  }
  return column
}

/** Aggregation of a series by the second: the mean for angles, else the catalogue's. */
export const bySecond = ({ key, instance }: Pick<Field, 'key' | 'instance'>): Field => ({
  key,
  instance,
  aggregation: SERIES[key].kind === 'angle' ? 'avg' : SERIES[key].aggregation,
})

/** True when `series.seconds` can return the field. */
const isPlain = ({ key, aggregation }: Field) =>
  SERIES[key].kind === 'quantity' && ['avg', 'min', 'max'].includes(aggregation) && !isPosition({ key })

function inWireUnits({ key }: Pick<Field, 'key'>, stored: Float64Array): Float64Array {
  return stored.map((value) => (Number.isNaN(value) ? value : toWire(key, value)))
}

function wireSeconds(
  { key }: Pick<Field, 'key'>,
  found: Buckets | undefined,
  startS: number,
  seconds: number,
): Float64Array {
  const column = new Float64Array(seconds).fill(Number.NaN)
  const { timeUs = [], value = [] } = found ?? {}
  for (const [i, time] of timeUs.entries()) {
    const stored = value[i] ?? null
    if (stored !== null) column[Math.floor(time / SECOND_US) - startS] = toWire(key, stored)
  }
  return column
}

/** Leaves out seconds without any value. */
function knownRows(
  startS: number,
  seconds: number,
  columns: readonly Float64Array[],
  progress: number,
): Page {
  const kept: number[] = []
  for (let second = 0; second < seconds; second++)
    if (columns.some((column) => !Number.isNaN(column[second]))) kept.push(second)
  return {
    rows: kept.length,
    values: [
      Float64Array.from(kept, (second) => (startS + second) * SECOND_US),
      ...columns.map((column) => Float64Array.from(kept, (second) => column[second] as number)),
    ],
    progress,
  }
}
