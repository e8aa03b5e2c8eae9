import { Problem } from '#contract/errors.ts'
import { fetchImpactReport } from '#contract/impact.ts'
import { impactReport } from '#server/analytics/impactReport/impactReport.ts'
import { companyFleet } from '#server/records/companyFleet.ts'
import { sensorsOf } from '#server/records/sensors.ts'
import { PROCESSED_UP_TO, readSetting } from '#server/records/settings.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { serve } from '../serve.ts'

export const fetchImpactReportRoute = serve(
  fetchImpactReport,
  async ({ db, telemetry, caller, params, body }) => {
    const found = await findTrip(db, caller.scope, params.id)
    if (!found) throw new Problem('not_found')
    const { trip, vessel } = found
    const stretch = { fromUs: trip.startUs, toUs: trip.endUs ?? trip.lastRecordUs }
    const waiting = await telemetry.stretchesSince((await readSetting<number>(db, PROCESSED_UP_TO)) ?? 0)
    const report = await impactReport({
      ...{ telemetry, vesselNumber: vessel.number, ...stretch },
      sensors: await sensorsOf(db, vessel.id),
      fleet: await companyFleet(db, trip.companyId),
      scope: caller.scope,
      thresholdG: body.impact_threshold,
      nearbyM: body.nearby_vessels_threshold_meters,
    })
    const isWaited = waiting.some(
      ({ vesselNumber, fromUs, toUs }) =>
        vesselNumber === vessel.number && fromUs <= stretch.toUs && toUs >= stretch.fromUs,
    )
    return { ...report, complete: trip.endUs !== null && !isWaited }
  },
)
