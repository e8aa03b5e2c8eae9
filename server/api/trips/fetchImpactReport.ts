import { Problem } from '#contract/wire/errors.ts'
import { fetchImpactReport } from '#contract/wire/impact.ts'
import { impactReport } from '#server/analytics/impactReport/impactReport.ts'
import { organizationFleet } from '#server/records/organizationFleet.ts'
import { sensorSettingsOf, sensorsOf } from '#server/records/sensors.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { serve } from '../serve.ts'
import { analysisOf } from './toTrip.ts'

export const fetchImpactReportRoute = serve(
  fetchImpactReport,
  async ({ db, telemetry, caller, waiting, params, body }) => {
    const found = await findTrip(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { trip, vessel } = found
    const interval = { fromUs: trip.startUs, toUs: trip.endUs ?? trip.lastRecordUs }
    const before = analysisOf(found, waiting)
    const report = await impactReport({
      ...{ telemetry, vesselNumber: vessel.number, ...interval },
      sensors: await sensorsOf(db, vessel.id),
      settings: await sensorSettingsOf(db, vessel.id),
      fleet: await organizationFleet(db, trip.organizationId),
      scope: caller.scope,
      thresholdG: body.impact_threshold,
      nearbyM: body.nearby_vessels_threshold_meters,
    })
    return { ...report, complete: trip.endUs !== null && before.complete }
  },
)
