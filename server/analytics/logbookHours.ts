import { SERIES, type SeriesKey, toWire } from '#contract/domain/series.ts'
import { HOUR_MS, HOUR_US } from '#contract/domain/time.ts'
import { mToNmi } from '#contract/domain/units.ts'
import type { Position } from '#contract/geodesy/position.ts'
import type { LogbookHour } from '#contract/wire/logbook.ts'
import type { Field } from '#server/telemetry/field.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'

export type MeasuredHour = Omit<LogbookHour, 'captains' | 'remarks' | 'distance'> & {
  /** Sum of the trips that were measured in the hour, nmi; null where none was. */
  measuredDistance: number | null
}

const MEANS = [
  ...(['sog', 'cog', 'heading', 'wind_speed', 'wind_speed_fc', 'wind_direction'] as const),
  ...(['pressure_fc', 'depth_below_surface', 'depth_below_transducer'] as const),
] as const satisfies readonly SeriesKey[]
/** Hours of zones that are not whole hours from UTC are made of these. */
const QUARTER_HOUR_US = HOUR_US / 4

/** Measurements of a vessel for each hour from `fromMs` on: hours that end by `toMs`, and the current one. */
export async function logbookHours(
  telemetry: Telemetry,
  vesselNumber: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<MeasuredHour[]> {
  const fromUs = fromMs * 1000
  const interval: VesselInterval = { vesselNumber, fromUs, toUs: toMs * 1000 - 1 }
  const known = await telemetry.series.fieldsIn(interval)
  const engines = known
    .filter(({ key }) => key === 'engine_speed')
    .map(({ instance }) => instance)
    .sort((a, b) => a - b)
  const fields: Field[] = [
    ...MEANS.map((key): Field => ({ key, instance: 0, aggregation: 'avg' })),
    ...engines.map((instance): Field => ({ key: 'engine_speed', instance, aggregation: 'avg' })),
  ]
  const hourOf = (us: number) => Math.floor((us - fromUs) / HOUR_US)
  const bucketOf = (quarterHourUs: number) => fromUs + hourOf(quarterHourUs) * HOUR_US
  const [found, [track], [byQuarterHour = new Map()], recorded] = await Promise.all([
    telemetry.series.buckets(interval, fields, HOUR_US, { bucketOf }),
    telemetry.positions.sparse([interval], QUARTER_HOUR_US),
    telemetry.quarterHours.sums(
      { vesselNumbers: [vesselNumber], fromS: Math.ceil(fromMs / 1000), toS: Math.ceil(toMs / 1000) },
      ['quarter_hour'],
      ['distance_m'],
    ),
    telemetry.series.hoursWithData(interval),
  ])
  const count = Math.ceil((toMs - fromMs) / HOUR_MS)
  const values = fields.map((_, i) => byHour(found[i], count))
  const meanOf = (key: (typeof MEANS)[number], hour: number) => {
    const stored = values[MEANS.indexOf(key)]?.[hour] ?? null
    return stored === null ? null : toWire(key, stored)
  }
  const meters = new Array<number | null>(count).fill(null)
  for (const [startS, { distance_m }] of byQuarterHour) {
    const hour = hourOf(startS * 1e6)
    meters[hour] = (meters[hour] ?? 0) + distance_m
  }
  const places = new Map<number, Position>()
  for (let i = 0; i < (track?.timeUs.length ?? 0); i++) {
    const [us = 0, latitudeDeg = 0, longitudeDeg = 0] = [
      track?.timeUs[i],
      track?.latitudeDeg[i],
      track?.longitudeDeg[i],
    ]
    places.set(hourOf(us), { latitudeDeg, longitudeDeg })
  }
  // Counts every received sample, also of series without a column here; an hour of UTC matches only rows that begin
  // with it.
  const alike = fromUs % HOUR_US === 0 ? new Set(recorded.map(hourOf)) : new Set<number>()
  return Array.from({ length: count }, (_, hour) => {
    const place = places.get(hour)
    const measured = meanOf('wind_speed', hour)
    const forecastWind = measured === null ? meanOf('wind_speed_fc', hour) : null
    const speeds = engines.flatMap((instance, i) => {
      const stored = values[MEANS.length + i]?.[hour] ?? null
      return stored === null ? [] : [{ instance, rpm: toWire('engine_speed', stored) }]
    })
    const hasMeans = MEANS.some((key) => !isForecast(key) && meanOf(key, hour) !== null)
    const isRecorded = place !== undefined || hasMeans || speeds.length > 0 || alike.has(hour)
    return {
      start: new Date(fromMs + hour * HOUR_MS).toISOString(),
      recorded: isRecorded,
      ...{ latitudeDeg: place?.latitudeDeg ?? null, longitudeDeg: place?.longitudeDeg ?? null },
      ...{ cog: meanOf('cog', hour), sog: meanOf('sog', hour), heading: meanOf('heading', hour) },
      ...{ wind_speed: measured ?? forecastWind, wind_direction: meanOf('wind_direction', hour) },
      wind_forecast: forecastWind !== null,
      pressure: meanOf('pressure_fc', hour),
      depth: meanOf('depth_below_surface', hour) ?? meanOf('depth_below_transducer', hour),
      engine_speed: speeds,
      measuredDistance: metersOf(hour),
    }
  })

  function metersOf(hour: number): number | null {
    const sailed = meters[hour] ?? null
    return sailed === null ? null : mToNmi(sailed)
  }

  function byHour(buckets: { timeUs: number[]; value: (number | null)[] } | undefined, hours: number) {
    const all = new Array<number | null>(hours).fill(null)
    for (const [i, us] of (buckets?.timeUs ?? []).entries()) all[hourOf(us)] = buckets?.value[i] ?? null
    return all
  }
}

/** True for series of the weather service, which the boat did not measure. */
const isForecast = (key: SeriesKey) => key.endsWith('_fc') || SERIES[key].group === 'Weather'
