import { Problem } from '#contract/errors.ts'
import { parseField, SERIES, toWire } from '#contract/series.ts'
import { MAX_POINTS, type TimeSeriesEntry, type TimeSeriesRequest } from '#contract/timeSeries.ts'
import type { Field, Stretch, Telemetry } from '#server/telemetry/telemetry.ts'

const US_OF = { milliseconds: 1000, seconds: 1_000_000, minutes: 60_000_000 } as const
/** Motion sensors sample 50 times a second; nothing is finer. */
const FINEST_US = 20_000

/** The fields of one vessel over a stretch, in wire units. Throws `invalid` with a sentence on what makes no sense. */
export async function timeSeries(
  telemetry: Telemetry,
  stretch: Stretch,
  { fields: asked, resolution }: Pick<TimeSeriesRequest, 'fields' | 'resolution'>,
): Promise<TimeSeriesEntry[]> {
  const resolutionUs = Math.round(resolution.value * US_OF[resolution.type])
  checkSize(stretch, resolutionUs)
  const fields = asked.map(({ field, aggregation }): Field => {
    const known = parseField(field)
    if (!known) throw new Problem('invalid', `There is no field ${field}.`)
    return { ...known, aggregation }
  })
  const answers = await telemetry.series(stretch, fields, resolutionUs)
  return fields.map(({ key, instance, aggregation }, i) => {
    const name = asked[i]?.field ?? key
    const { timeUs = [], value = [] } = answers[i] ?? {}
    return {
      field: name,
      unit: SERIES[key].unit,
      unique_id: `${name}-${aggregation}`,
      device_number: 0,
      instance,
      aggregation,
      series: timeUs.map((time, n) => ({ time: time / 1000, value: wireOrNull(key, value[n]) })),
    }
  })
}

/** Epoch seconds or ISO 8601 to µs. Throws `invalid`, naming the field. */
export function instantUs(name: string, given: number | string): number {
  const seconds = typeof given === 'number' ? given : Date.parse(given) / 1000
  if (!(seconds >= 0 && seconds <= LATEST_S))
    throw new Problem('invalid', `${name} is not a time in epoch seconds.`)
  return Math.round(seconds * 1_000_000)
}

/** The year 2100: a time in milliseconds lies far beyond it and is told apart. */
const LATEST_S = 4_102_444_800

function checkSize({ fromUs, toUs }: Stretch, resolutionUs: number) {
  if (toUs < fromUs) throw new Problem('invalid', 'end_time is before start_time.')
  if (resolutionUs < FINEST_US) throw new Problem('invalid', 'The finest resolution is 20 milliseconds.')
  const points = Math.ceil((toUs - fromUs) / resolutionUs)
  if (points > MAX_POINTS) {
    throw new Problem(
      'invalid',
      `That is ${points} points per series; ask for ${MAX_POINTS} at most, with a coarser resolution or less time.`,
    )
  }
}

const wireOrNull = (key: Field['key'], stored: number | null | undefined) =>
  stored === null || stored === undefined ? null : toWire(key, stored)
