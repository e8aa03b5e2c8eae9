import { MINUTE_US } from '#contract/domain/time.ts'
import { isoOf } from '#contract/wire/instant.ts'
import { SCORE_PARTS, type Trip, type TripStats } from '#contract/wire/trip.ts'
import { LIVE_WINDOW_MS } from '#contract/wire/vessel.ts'
import { figuresOfTrip } from '#server/records/figuresOfTrip.ts'
import { pictureUrl } from '#server/records/pictureUrl.ts'
import type { TripRecord } from '#server/records/tripLists.ts'
import type { Services } from '../serve.ts'

/** A trip in wire units. */
export function toTrip(
  { trip, vessel, captain, counts }: TripRecord,
  nowMs: number,
  waiting: Services['waiting'],
): Trip {
  return {
    id: trip.id,
    company_id: trip.organizationId,
    vessel_id: trip.vesselId,
    vessel: {
      id: vessel.id,
      name: vessel.name,
      picture_url: pictureUrl(vessel.pictureFile),
      department_id: vessel.departmentId,
      system_settings: { impact_limit: vessel.impactLimitG },
    },
    captain_id: trip.captainId,
    captain,
    start_time: isoOf(trip.startUs),
    end_time: trip.endUs === null ? null : isoOf(trip.endUs),
    live: trip.endUs === null && nowMs - trip.lastRecordUs / 1000 <= LIVE_WINDOW_MS,
    is_deleted: trip.isDeleted,
    visible: trip.visible,
    start_cause: trip.startCause,
    end_cause: trip.endCause,
    sea_state: trip.seaState,
    weather_source: trip.weatherSource,
    analysis: analysisOf({ trip, vessel }, waiting),
    num_alerts: counts.alerts,
    num_critical_alerts: counts.critical,
    num_warning_alerts: counts.warning,
    num_info_alerts: counts.info,
    num_comments: counts.comments,
    stats: toStats(trip),
  }
}

/** Lag of the analysis behind the last record of a boat under way, in microseconds. */
const LIVE_LAG_US = 2 * MINUTE_US

export function analysisOf(
  { trip, vessel }: Pick<TripRecord, 'trip' | 'vessel'>,
  waiting: Services['waiting'],
): Trip['analysis'] {
  const { startUs, endUs, lastRecordUs, revision, analysedRevision } = trip
  const toUs = endUs ?? lastRecordUs - LIVE_LAG_US
  const share = toUs < startUs ? 1 : 1 - waiting(vessel.number, { fromUs: startUs, toUs })
  const isAnalysed = analysedRevision >= (endUs === null ? 0 : revision)
  return { complete: share === 1 && isAnalysed, share }
}

function toStats(trip: TripRecord['trip']): TripStats {
  const later = (name: keyof TripStats) => trip.stats[name] ?? null
  const isMeasured = (name: keyof TripStats) =>
    (name === 'peak_impact' ? trip.peakImpactG : later(name)) !== null
  return {
    time_of_last_data_point: isoOf(trip.lastRecordUs),
    ...figuresOfTrip(trip),
    avg_rog: later('avg_rog'),
    avg_peak_impact: later('avg_peak_impact'),
    in_eco_speed_ratio: later('in_eco_speed_ratio'),
    safety_quality: later('safety_quality'),
    score_basis: later('score') === null ? [] : SCORE_PARTS.filter(isMeasured),
    partial: later('partial') === 1,
    fuel_suspect: later('fuel_suspect') === 1,
    sog_derived: later('sog_derived') === 1,
    distance_suspect: trip.distanceSuspect,
    sparse: later('sparse') === 1,
    position_frozen: later('position_frozen') === 1,
  }
}
