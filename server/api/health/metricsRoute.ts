import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

/** Figures by name, in lower snake case, some with a label in braces. */
export type Counts = Record<string, number>

/** `GET /metrics` in Prometheus' text form. It names no vessel and no person. */
export function metricsRoute(app: FastifyInstance, counts: () => Counts): void {
  const answers = new Map<string, number>()
  const delay = monitorEventLoopDelay()
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = `method="${request.method}",route="${route}",status="${reply.statusCode}"`
    answers.set(labels, (answers.get(labels) ?? 0) + 1)
  })

  app.get('/metrics', async (_request, reply) => {
    const typed = new Set<string>()
    const typeOf = (name: string) => {
      if (typed.has(name)) return []
      typed.add(name)
      return [`# TYPE binnacle_${name} gauge`]
    }
    const gauges = Object.entries({
      ...counts(),
      resident_memory_bytes: process.memoryUsage.rss(),
      event_loop_delay_p99_seconds: delay.percentile(99) / 1e9,
      uptime_seconds: process.uptime(),
    })
      // Those of one name stand together under its type.
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, value]) => [...typeOf(name.replace(/\{.*/, '')), `binnacle_${name} ${value}`])
    const requests = [...answers].map(([labels, value]) => `binnacle_http_answers_total{${labels}} ${value}`)
    const lines = [...gauges, '# TYPE binnacle_http_answers_total counter', ...requests, '']
    return reply.type('text/plain; version=0.0.4').header('cache-control', 'no-store').send(lines.join('\n'))
  })
}
