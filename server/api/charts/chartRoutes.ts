import type { FastifyInstance } from 'fastify'
import {
  type Chart,
  deleteChart,
  getChartTile,
  listCharts,
  MAX_CHART_BYTES,
  retryChart,
  uploadCharts,
} from '#contract/wire/chart.ts'
import { Problem } from '#contract/wire/errors.ts'
import { imageType, isGzip } from '#server/charts/chartArchive.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { authenticate } from '../authenticate.ts'
import { refuseForm } from '../images/sentFiles.ts'
import { type Routes, type Services, serve, serveFile } from '../serve.ts'

export const chartRoutes: Routes = [
  serve(listCharts, async ({ caller, charts }) => {
    const data = await charts.of(caller.organizationId)
    return { data, total: data.length }
  }),
  serve(
    uploadCharts,
    async ({ db, caller, ip, charts, sentStreams }) => {
      const { organizationId, actor } = caller
      const data: Chart[] = []
      for await (const { fileName, file } of sentStreams(MAX_CHART_BYTES)) {
        const chart = await charts.put(organizationId, fileName, file).catch(refuseForm)
        await db.transaction((tx) =>
          noteAct(tx, {
            ...{ organizationId, actor, ip, act: 'chart.create' },
            subject: { id: organizationId, name: chart.name },
            after: { chart: fileName, bytes: chart.bytes },
          }),
        )
        data.push(chart)
      }
      if (data.length === 0) throw new Problem('invalid', 'files: the form has no file.')
      return { data, total: data.length }
    },
    { takesFiles: true },
  ),
  serve(deleteChart, async ({ db, caller, ip, charts, params: { id } }) => {
    const { organizationId, actor } = caller
    const name = await charts.delete(organizationId, id)
    if (name === null) throw new Problem('not_found')
    await db.transaction((tx) =>
      noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'chart.delete' },
        subject: { id: organizationId, name },
        before: { chart: name },
      }),
    )
    return { ok: true as const }
  }),
  serve(retryChart, async ({ db, caller, ip, charts, params: { id } }) => {
    const { organizationId, actor } = caller
    const chart = await charts.retry(organizationId, id)
    if (chart === null) throw new Problem('not_found')
    await db.transaction((tx) =>
      noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'chart.retry' },
        subject: { id: organizationId, name: chart.name },
        after: { chart: chart.name },
      }),
    )
    return chart
  }),
  serveFile(getChartTile, addChartTile),
]

/**
 * Tiles of charts, for people of the chart's organization. An address names a version, so browsers cache
 * tiles.
 */
function addChartTile(app: FastifyInstance, services: Services): void {
  app.get(getChartTile.path, async (request, reply) => {
    const { caller } = await authenticate(request, services)
    const asked = getChartTile.params.safeParse(request.params)
    const tile = asked.success ? await services.charts.tile(caller.organizationId, asked.data) : null
    reply.header('vary', 'cookie, authorization')
    // Without one the map shows the tile above it, larger.
    if (!tile) throw new Problem('not_found')
    reply.header('cache-control', 'private, max-age=86400')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    if (isGzip(tile)) reply.header('content-encoding', 'gzip')
    return reply.type(imageType(tile) ?? 'application/vnd.mapbox-vector-tile').send(Buffer.from(tile))
  })
}
