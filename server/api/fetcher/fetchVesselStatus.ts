import { fetchVesselStatus } from '#contract/timeSeries.ts'
import { timeSeries } from '#server/analytics/timeSeries.ts'
import { serve } from '../serve.ts'
import { askedStretch } from './askedStretch.ts'

export const fetchVesselStatusRoute = serve(fetchVesselStatus, async ({ db, telemetry, caller, body }) => {
  const { stretch, loadSensors } = await askedStretch(db, caller.scope, body.filters)
  return { data: await timeSeries(telemetry, stretch, body, loadSensors) }
})
