import { HOUR_US, SECOND_US } from '#contract/domain/time.ts'
import { mpsToKn, radToDeg, wrap360 } from '#contract/domain/units.ts'
import type { ImpactEvent, ImpactReport, SensorImpact } from '#contract/wire/impact.ts'
import { isoOf } from '#contract/wire/instant.ts'
import type { FleetVessel } from '#server/records/organizationFleet.ts'
import { isVisible, type Scope } from '#server/records/scope.ts'
import type { SensorRow, SensorSettings } from '#server/records/sensors.ts'
import type { ImpactPeak } from '#server/telemetry/impactBlock.ts'
import { impactEvents, type ImpactEvent as MeasuredEvent } from '#server/telemetry/impactEvents.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { sensorOffsets } from '../sensorOffset.ts'
import { largest, lastValue, lowestAround, positionAt, speedChange } from './circumstances.ts'
import { hullLocation } from './hullLocation.ts'
import { impactFlags } from './impactFlags.ts'
import { type NearbyShip, nearbyShips } from './nearbyShips.ts'
import { type EventContext, readContext } from './readContext.ts'

export interface ImpactQuestion {
  telemetry: Telemetry
  vesselNumber: number
  fromUs: number
  toUs: number
  sensors: readonly SensorRow[]
  /** Settings of these sensors, by sensor number. */
  settings: ReadonlyMap<number, SensorSettings>
  /** All vessels of the organization, this one among them. */
  fleet: readonly FleetVessel[]
  /** Scope of the caller: vessel names outside it stay hidden. */
  scope: Scope
  thresholdG: number
  nearbyM: number
}

/** Context is read for events of at most this time at once, so that a trip of weeks needs little memory. */
const READ_AT_ONCE_US = 6 * HOUR_US
const SEARCH_M = 2000
const SOG_AGE_US = 2 * SECOND_US
const COURSE_AGE_US = 10 * SECOND_US

/** Impact events of an interval with their circumstances, joined from stored data. */
export async function impactReport(question: ImpactQuestion): Promise<Omit<ImpactReport, 'complete'>> {
  const { telemetry, vesselNumber, fromUs, toUs, thresholdG, fleet } = question
  const [stored = { sensors: [], peaks: [] }] = await telemetry.impacts.read([{ vesselNumber, fromUs, toUs }])
  const events = impactEvents(stored.peaks).filter(({ strongest }) => strongest.peakG >= thresholdG)
  const others = fleet.map(({ number }) => number).filter((number) => number !== vesselNumber)
  const impact_events: ImpactEvent[] = []
  for (const part of inParts(events)) {
    const times = part.map(({ strongest }) => strongest.timeUs)
    const context = await readContext(telemetry, vesselNumber, others, times)
    const known = { ...question, ...ships(question, context) }
    for (const event of part) impact_events.push(toWire(known, context, event))
  }
  const lastSeenUs = Math.max(...stored.sensors.map(({ lastUs }) => lastUs))
  const offsets =
    stored.sensors.length === 0
      ? new Map<number, number>()
      : await sensorOffsets(telemetry, vesselNumber, Math.min(lastSeenUs, toUs), question.settings)
  return { sensors: sensorsOf(question, stored, offsets), impact_events }
}

/** Ships of the fleet count as such and not a second time over AIS, and a boat is not her own neighbour. */
function ships({ fleet, vesselNumber }: ImpactQuestion, context: EventContext) {
  const inReport = new Set([vesselNumber, ...context.fleet.map(({ id }) => id)])
  const own = new Set(fleet.filter(({ number }) => inReport.has(number)).map(({ mmsi }) => mmsi))
  return {
    tracks: [...context.fleet, ...context.ships.filter(({ id }) => !own.has(id))],
    ownFleet: new Map(context.fleet.map((track) => [track, fleet.find(({ number }) => number === track.id)])),
  }
}

type Known = ImpactQuestion & ReturnType<typeof ships>

function inParts(events: readonly MeasuredEvent[]): MeasuredEvent[][] {
  const parts: MeasuredEvent[][] = []
  let untilUs = Number.NEGATIVE_INFINITY
  for (const event of events) {
    if (event.strongest.timeUs > untilUs) {
      untilUs = event.strongest.timeUs + READ_AT_ONCE_US
      parts.push([])
    }
    parts.at(-1)?.push(event)
  }
  return parts
}

function toWire(known: Known, context: EventContext, { strongest, peaks }: MeasuredEvent): ImpactEvent {
  const us = strongest.timeUs
  const place = positionAt(context.fixes, us)
  const near = place ? nearbyShips(known.tracks, place, us, Math.max(SEARCH_M, known.nearbyM)) : []
  const sog = lastValue(context.sog, us, SOG_AGE_US)
  const cog = lastValue(context.cog, us, COURSE_AGE_US)
  const change = largest(context.engines.map((engine) => speedChange(engine, us)))
  const circumstances = {
    max_rpm_change: change === null ? null : change * 60,
    min_water_depth:
      lowestAround(context.depthBelowSurface, us) ?? lowestAround(context.depthBelowTransducer, us),
    distance_to_closest_vessel: near.find(({ distanceM }) => distanceM <= SEARCH_M)?.distanceM ?? null,
  }
  return {
    peak_impact_time: isoOf(us),
    peak_impact: strongest.peakG,
    hull_location: hullLocation(strongest.xG, strongest.yG, strongest.zG),
    peak_acc: { x: strongest.xG, y: strongest.yG, z: strongest.zG },
    impacts: peaks.flatMap((peak) => toSensorImpact(known, peak)),
    sog: sog === null ? null : mpsToKn(sog),
    ...circumstances,
    rpm_too_sparse: change === null && context.engines.length > 0,
    vessel_location: place && { ...place, course_over_ground: degreesOf(cog) },
    nearby_vessels: near
      .filter(({ distanceM }) => distanceM <= known.nearbyM)
      .map((ship) => toNearbyVessel(known, ship)),
    flags: impactFlags({
      rpmChange: circumstances.max_rpm_change,
      depthM: circumstances.min_water_depth,
      distanceM: circumstances.distance_to_closest_vessel,
      powerReduced: context.powerReducedUs.some((begunUs) => begunUs >= us && begunUs <= us + 10 * SECOND_US),
    }),
  }
}

function toSensorImpact({ sensors }: ImpactQuestion, peak: ImpactPeak): SensorImpact[] {
  const sensor = sensors.find(({ number }) => number === peak.sensor)
  if (!sensor) return []
  return [
    {
      sensor_id: sensor.id,
      bq_sensor_id: sensor.number,
      sensor_label: sensor.description,
      impact_time: isoOf(peak.timeUs),
      peak_impact: peak.peakG,
      jerk: peak.jerkGPerS,
      hull_location: hullLocation(peak.xG, peak.yG, peak.zG),
      impact_duration: peak.durationS,
      free_fall_time: peak.freeFallS,
      rise_time: peak.riseS,
      peak_acc: { x: peak.xG, y: peak.yG, z: peak.zG },
      clipped: peak.clipped,
      coarse: peak.coarse,
      degraded: peak.degraded,
    },
  ]
}

function toNearbyVessel({ ownFleet, scope }: Known, { track, ...ship }: NearbyShip) {
  const own = ownFleet.get(track)
  const name = own ? (isVisible(scope, own) ? own.name : null) : track.name
  return {
    latitudeDeg: ship.latitudeDeg,
    longitudeDeg: ship.longitudeDeg,
    course_over_ground: degreesOf(ship.cogRad),
    name,
    distance: ship.distanceM,
    age_s: ship.ageS,
    own_fleet: own !== undefined,
  }
}

function sensorsOf(
  { sensors, thresholdG }: ImpactQuestion,
  stored: { sensors: { sensor: number }[]; peaks: ImpactPeak[] },
  offsets: ReadonlyMap<number, number>,
): ImpactReport['sensors'] {
  const reporting = new Set(stored.sensors.map(({ sensor }) => sensor))
  return sensors
    .filter(({ number }) => reporting.has(number))
    .map(({ id, number, description }) => {
      const measured = stored.peaks.filter(({ sensor, peakG }) => sensor === number && peakG >= thresholdG)
      return {
        sensor_id: id,
        bq_sensor_id: number,
        sensor_label: description,
        impact_count: measured.length,
        peak_impact: measured.length === 0 ? null : Math.max(...measured.map(({ peakG }) => peakG)),
        offset: offsets.get(number) ?? null,
      }
    })
}

const degreesOf = (rad: number | null) => (rad === null ? null : wrap360(radToDeg(rad)))
