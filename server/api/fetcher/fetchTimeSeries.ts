import { fetchTimeSeries } from '#contract/wire/timeSeries.ts'
import { timeSeries } from '#server/analytics/timeSeries.ts'
import { serve } from '../serve.ts'
import { askedInterval } from './askedInterval.ts'

export const fetchTimeSeriesRoute = serve(fetchTimeSeries, async ({ db, telemetry, caller, body }) => {
  const { interval, loadSensors } = await askedInterval(db, caller.scope, body.filters)
  return { data: await timeSeries(telemetry, interval, body, loadSensors) }
})
