import { fetchDashboardStatistics } from '#contract/wire/statistics.ts'
import { dashboard } from '#server/analytics/statistics/dashboard.ts'
import { visibleCaptains, visibleVessels } from '#server/records/statistics.ts'
import { serve } from '../serve.ts'
import { rangeMs } from './rangeMs.ts'

export const fetchDashboardStatisticsRoute = serve(
  fetchDashboardStatistics,
  async ({ db, telemetry, caller, body }) => {
    const range = rangeMs(body)
    const [vesselIds, captainIds] = await Promise.all([
      visibleVessels(db, caller.scope, body.vessel_id),
      visibleCaptains(db, caller.scope),
    ])
    return dashboard(telemetry, { vesselIds, captainIds, ...range, timezone: body.timezone })
  },
)
