import { parseField, SERIES, toWire } from '#contract/domain/series.ts'
import { DAY_US, HOUR_US, MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import { Problem } from '#contract/wire/errors.ts'
import { MAX_POINTS, type TimeSeriesEntry, type TimeSeriesRequest } from '#contract/wire/timeSeries.ts'
import { giveWay } from '#server/platform/giveWay.ts'
import { attitudeTurns } from '#server/processing/formulas/impacts/accelerations.ts'
import type { SensorSettings } from '#server/records/sensors.ts'
import type { Buckets, Field } from '#server/telemetry/field.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { motionSeries, needsMotion } from './motionSeries.ts'
import { openCalendar } from './statistics/periods.ts'

const US_OF = {
  milliseconds: 1000,
  seconds: SECOND_US,
  minutes: MINUTE_US,
  hours: HOUR_US,
  days: DAY_US,
} as const
/** Motion sensors sample 50 times a second; nothing is finer. */
const FINEST_US = 20_000
/** Raw motion is fifty times more than anything else: an answer reads a day of it at most. */
const LONGEST_MOTION_US = DAY_US

export interface Asked {
  field: string
  aggregation: TimeSeriesRequest['fields'][number]['aggregation']
}

/**
 * Fields of one vessel over an interval, in wire units. Senseless or excessive requests throw `invalid` or
 * `TOO_MANY_POINTS` with a sentence, before any read.
 */
export async function timeSeries(
  telemetry: Telemetry,
  interval: VesselInterval,
  request: Pick<TimeSeriesRequest, 'resolution' | 'timezone'> & { fields: readonly Asked[] },
  loadSensors: () => Promise<ReadonlyMap<number, SensorSettings>>,
): Promise<TimeSeriesEntry[]> {
  const resolutionUs = Math.round(request.resolution.value * US_OF[request.resolution.type])
  const fields = request.fields.map(toField)
  checkSize(interval, fields, resolutionUs)
  const inMotion = fields.filter((field) => needsMotion(field, resolutionUs))
  const stored = fields.filter((field) => !needsMotion(field, resolutionUs))
  const answers = new Map<Field, Buckets>()
  const take = (of: readonly Field[], found: readonly Buckets[]) => {
    for (const [i, field] of of.entries()) answers.set(field, found[i] ?? { timeUs: [], value: [] })
  }
  const bucketOf = isDays(resolutionUs) ? localDays(request.timezone, resolutionUs) : undefined
  const isOfSensors = inMotion.length > 0 || stored.some(isAttitude)
  const sensors = isOfSensors ? await loadSensors() : new Map<number, SensorSettings>()
  const turns = attitudeTurns(sensors)
  await Promise.all([
    telemetry.series
      .buckets(interval, stored, resolutionUs, { bucketOf, turns })
      .then((found) => take(stored, found)),
    inMotion.length > 0 &&
      motionSeries(telemetry, interval, inMotion, resolutionUs, sensors).then((found) =>
        take(inMotion, found),
      ),
  ])
  const entries: TimeSeriesEntry[] = []
  for (const [i, field] of fields.entries()) {
    await giveWay()
    entries.push(toEntry(request.fields[i]?.field ?? field.key, field, answers.get(field)))
  }
  return entries
}

function toField({ field, aggregation }: Asked): Field {
  const known = parseField(field)
  if (!known) throw new Problem('invalid', `There is no field ${field}.`)
  return { ...known, aggregation }
}

function toEntry(name: string, { key, instance, aggregation }: Field, found?: Buckets): TimeSeriesEntry {
  const { timeUs = [], value = [] } = found ?? {}
  return {
    field: name,
    unit: SERIES[key].unit,
    unique_id: `${name}-${aggregation}`,
    device_number: 0,
    instance,
    aggregation,
    series: timeUs.map((time, i) => {
      const stored = value[i] ?? null
      return { time: time / 1000, value: stored === null ? null : toWire(key, stored) }
    }),
  }
}

function checkSize({ fromUs, toUs }: VesselInterval, fields: readonly Field[], resolutionUs: number) {
  if (toUs < fromUs) throw new Problem('invalid', 'end_time is before start_time.')
  if (resolutionUs < FINEST_US) throw new Problem('invalid', 'The finest resolution is 20 milliseconds.')
  const points = Math.ceil((toUs - fromUs) / resolutionUs)
  if (points > MAX_POINTS) {
    throw new Problem(
      'TOO_MANY_POINTS',
      `That is ${points} points per series; ask for ${MAX_POINTS} at most, with a coarser resolution or less time.`,
    )
  }
  const raw = fields.find((field) => needsMotion(field, resolutionUs) || isAttitude(field))
  if (raw && toUs - fromUs > LONGEST_MOTION_US)
    throw new Problem('TOO_MANY_POINTS', `${raw.key} comes from raw motion; ask for a day of it at most.`)
}

const isAttitude = ({ key }: Field) => key.startsWith('euler_')
const isDays = (resolutionUs: number) => resolutionUs % US_OF.days === 0

/** Start of the local day, or the first of so many, that contains the start of a quarter-hour. */
function localDays(timezone: string | undefined, resolutionUs: number): (timeUs: number) => number {
  const calendar = openCalendar(timezone)
  const days = resolutionUs / US_OF.days
  let [startUs, endUs] = [0, 0]
  return (timeUs) => {
    if (timeUs < startUs || timeUs >= endUs) {
      const first = Math.floor(calendar.localDay(timeUs / 1000) / days) * days
      startUs = calendar.startMs(first) * 1000
      endUs = calendar.startMs(first + days) * 1000
    }
    return startUs
  }
}
