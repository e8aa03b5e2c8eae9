import { fetchHeatmap } from '#contract/wire/heatmap.ts'
import { heatmap } from '#server/analytics/heatmap/heatmap.ts'
import { vesselNumbersInScope } from '#server/records/statistics.ts'
import { type Routes, serve } from '../serve.ts'
import { rangeMs } from '../statistics/rangeMs.ts'

export const functionRoutes: Routes = [
  serve(fetchHeatmap, async ({ db, telemetry, caller, body }) => {
    const { fromMs, toMs } = rangeMs(body)
    const vesselNumbers = await vesselNumbersInScope(db, caller.scope)
    const choice = { vesselNumbers, fromS: Math.floor(fromMs / 1000), toS: Math.ceil(toMs / 1000) }
    return { data: await heatmap(telemetry, choice, body.type) }
  }),
]
