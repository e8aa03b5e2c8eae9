import { toWire } from '#contract/domain/series.ts'
import { wrap360 } from '#contract/domain/units.ts'
import type { PathPoint } from '#contract/wire/timeSeries.ts'
import type { Buckets, Field } from '#server/telemetry/field.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'

const FIELDS = [
  { key: 'latitude', instance: 0, aggregation: 'avg' },
  { key: 'longitude', instance: 0, aggregation: 'avg' },
  { key: 'sog', instance: 0, aggregation: 'max' },
  { key: 'cog', instance: 0, aggregation: 'last' },
  { key: 'impact', instance: 0, aggregation: 'max' },
] as const satisfies Field[]

/**
 * Path of a vessel in at most `points` points of whole seconds each: mean position, largest speed, last course, largest
 * impact. Intervals without a position are absent, and unknown values are null.
 */
export async function tripPath(
  telemetry: Telemetry,
  interval: VesselInterval,
  points: number,
): Promise<PathPoint[]> {
  // One fewer, because buckets start at whole multiples and an interval may reach into one more.
  const resolutionS = Math.max(1, Math.ceil((interval.toUs - interval.fromUs) / 1e6 / (points - 1)))
  const [latitudes, longitudes, ...rest] = await telemetry.series.buckets(
    interval,
    FIELDS,
    resolutionS * 1_000_000,
  )
  if (!latitudes || !longitudes) return []
  const [sog, cog, impact] = rest.map(byTime)
  const longitudeAt = byTime(longitudes)
  return latitudes.timeUs.flatMap((timeUs, i) => {
    const latitudeDeg = latitudes.value[i] ?? null
    const longitudeDeg = longitudeAt.get(timeUs) ?? null
    if (latitudeDeg === null || longitudeDeg === null) return []
    const speed = sog?.get(timeUs) ?? null
    const course = cog?.get(timeUs) ?? null
    return {
      latitudeDeg: rounded(latitudeDeg, 1e6),
      longitudeDeg: rounded(longitudeDeg, 1e6),
      sog: speed === null ? null : rounded(toWire('sog', speed), 100),
      cog: course === null ? null : rounded(wrap360(toWire('cog', course)), 10),
      timestamp: timeUs / 1000,
      alt: impact?.get(timeUs) ?? null,
    }
  })
}

/** A tenth of a metre, a hundredth of a knot: further digits would double the size of the answer. */
const rounded = (value: number, partsOfOne: number) => Math.round(value * partsOfOne) / partsOfOne

const byTime = ({ timeUs, value }: Buckets) =>
  new Map(timeUs.map((time, i) => [time, value[i] ?? null] as const))
