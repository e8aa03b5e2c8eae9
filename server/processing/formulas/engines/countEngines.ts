import { type EngineSegment, SEGMENT_US, segmentOf, segmentStarts } from '#contract/domain/engineHours.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'

/** Start of the hours of an engine that a person entered, which cuts a segment. */
export interface EngineCut {
  vesselNumber: number
  instance: number
  fromUs: number
}

/** Segments of all engines of a vessel that begin in the interval. */
export interface CountedEngines extends VesselInterval {
  segments: (EngineSegment & { instance: number })[]
}

const NONE = { timeUs: [], value: [] }

/** Counts the engines of vessels in the whole segments that these intervals touch. */
export async function countEngines(
  telemetry: Pick<Telemetry, 'series'>,
  intervals: readonly VesselInterval[],
  cuts: readonly EngineCut[],
): Promise<CountedEngines[]> {
  const whole = intervals.map(({ vesselNumber, fromUs, toUs }) => ({
    vesselNumber,
    fromUs: Math.floor(fromUs / SEGMENT_US) * SEGMENT_US,
    toUs: Math.floor(toUs / SEGMENT_US) * SEGMENT_US + SEGMENT_US - 1,
  }))
  const columns = await telemetry.series.sampleColumns(whole, ['engine_speed', 'engine_hours'])
  const ofVessel = Map.groupBy(columns, ({ vesselNumber }) => vesselNumber)
  return whole.map((interval) => {
    const { vesselNumber, fromUs, toUs } = interval
    const engines = Map.groupBy(ofVessel.get(vesselNumber) ?? [], ({ instance }) => instance)
    const segments = [...engines].flatMap(([instance, ofEngine]) => {
      const marksUs = cuts
        .filter((cut) => cut.vesselNumber === vesselNumber && cut.instance === instance)
        .map((cut) => cut.fromUs)
      const starts = segmentStarts(fromUs, toUs, marksUs)
      const speed = ofEngine.find(({ key }) => key === 'engine_speed') ?? NONE
      const counter = ofEngine.find(({ key }) => key === 'engine_hours') ?? NONE
      return starts.flatMap((startUs, i) => {
        const endUs = Math.min(starts[i + 1] ?? Number.POSITIVE_INFINITY, toUs + 1)
        const segment = segmentOf(startUs, between(speed, startUs, endUs), between(counter, startUs, endUs))
        return segment ? [{ ...segment, instance }] : []
      })
    })
    return { ...interval, segments }
  })
}

/** Samples from a moment until before another. */
function between(
  { timeUs, value }: { timeUs: ArrayLike<number>; value: ArrayLike<number> },
  fromUs: number,
  endUs: number,
) {
  const times: number[] = []
  const values: number[] = []
  for (let i = 0; i < timeUs.length; i++) {
    const atUs = timeUs[i] as number
    if (atUs < fromUs || atUs >= endUs) continue
    times.push(atUs)
    values.push(value[i] as number)
  }
  return { timeUs: times, value: values }
}
