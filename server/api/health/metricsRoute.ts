import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OutboxFigures } from '#server/records/messages.ts'

/** What other parts of the server know of themselves, asked for at each scrape. */
export interface MetricFigures {
  openSockets: number
  appendedSamples?: number
  rejections?: readonly { reason: string; count: number }[]
  mqttConnections?: number
  /** Of an outside broker, by this process. */
  lanes?: number
  /** Left out where there is one process. */
  isBusConnected?: boolean
  isDoingJobs?: boolean
  /** In the process that sends for all. */
  outbox?: readonly OutboxFigures[]
  /** Of the vessels, by this process. */
  partitions?: number
  steps?: readonly { step: string; waiting: number; lagS: number; failures: number }[]
}

/** Of the process, whichever server in it is asked. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/** Seconds: from a cached list to the longest report. */
const DURATION_BUCKETS_S = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]

/** `GET /metrics` in Prometheus' text form. It names no vessel and no person. */
export function metricsRoute(app: FastifyInstance, read: () => MetricFigures): void {
  const registry = newRegistry(read)
  const answers = new Histogram({
    name: 'binnacle_http_answer_seconds',
    help: 'How long answers over HTTP took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    answers.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get('/metrics', async (_request, reply) => {
    const texts = await Promise.all([registry.metrics(), ofProcess.metrics()])
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(texts.join('\n'))
  })
}

function newRegistry(read: () => MetricFigures): Registry {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, of: (figures: MetricFigures) => number | undefined) =>
    new Gauge({
      ...{ name: `binnacle_${name}`, help, registers },
      collect() {
        this.set(of(read()) ?? 0)
      },
    })
  gauge('open_sockets', 'Consoles that are connected and told what changes', ({ openSockets }) => openSockets)
  gauge('mqtt_connections', 'Devices connected to the built-in broker', (figures) => figures.mqttConnections)
  gauge(
    'bus_connected',
    '1 while what happens is told over NATS, 0 while it cannot be, 1 without NATS',
    (figures) => (figures.isBusConnected === false ? 0 : 1),
  )
  gauge(
    'jobs_held',
    '1 where this process sends messages and reports, writes exports, reads log files and cleans up; over all processes always 1',
    ({ isDoingJobs }) => (isDoingJobs ? 1 : 0),
  )
  gauge(
    'lanes_held',
    'Of the 4 lanes of an outside MQTT broker those that this process listens on; over all gateways always 4, without such a broker 0',
    ({ lanes }) => lanes,
  )
  gauge(
    'partitions_held',
    'Of the 64 parts of the vessels those that this process computes for; over all processes always 64',
    ({ partitions }) => partitions,
  )
  new Counter({
    ...{ name: 'binnacle_appended_samples_total', registers },
    help: 'Samples stored since the start, repeated ones too',
    collect() {
      this.reset()
      this.inc(read().appendedSamples ?? 0)
    },
  })
  new Counter({
    ...{ name: 'binnacle_rejections_total', registers, labelNames: ['reason'] },
    help: 'Readings, frames and messages of devices and log files that were refused since the start, by reason',
    collect() {
      this.reset()
      for (const { reason, count } of read().rejections ?? []) this.inc({ reason }, count)
    },
  })
  // Reset, since whoever does the jobs no more knows nothing of them.
  new Gauge({
    ...{ name: 'binnacle_messages_open', registers, labelNames: ['channel', 'state'] },
    help: 'Messages to people and webhooks that have not left, by channel: `waiting` for their first try, or held back; `failed`, to be tried again for a day. Told by the process that sends',
    collect() {
      this.reset()
      for (const { channel, waiting, failed } of read().outbox ?? []) {
        this.set({ channel, state: 'waiting' }, waiting)
        this.set({ channel, state: 'failed' }, failed)
      }
    },
  })
  new Counter({
    ...{ name: 'binnacle_messages_given_up_total', registers, labelNames: ['channel'] },
    help: 'Messages that were given up since the process began to send, after a day of tries or because another would be in vain',
    collect() {
      this.reset()
      for (const { channel, givenUp } of read().outbox ?? []) this.inc({ channel }, givenUp)
    },
  })
  new Counter({
    ...{ name: 'binnacle_step_failures_total', registers, labelNames: ['step'] },
    help: 'Works of a step of processing that failed and were put back',
    collect() {
      this.reset()
      for (const { step, failures } of read().steps ?? []) this.inc({ step }, failures)
    },
  })
  const ofSteps = (name: string, help: string, of: 'waiting' | 'lagS') =>
    new Gauge({
      ...{ name: `binnacle_${name}`, help, registers, labelNames: ['step'] },
      collect() {
        for (const figures of read().steps ?? []) this.set({ step: figures.step }, figures[of])
      },
    })
  ofSteps('step_waiting', 'Works of a step of processing that wait or are under way', 'waiting')
  ofSteps('step_lag_seconds', 'How long the oldest of them has waited', 'lagS')
  return registry
}
