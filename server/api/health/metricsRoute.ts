import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ClockFigures } from '#server/platform/clockCheck.ts'
import { localOrToken } from '#server/platform/localOnly.ts'
import type { OutboxFigures } from '#server/records/messages.ts'

/** Figures of other parts of the server, read at each scrape. */
export interface MetricFigures {
  openSockets: number
  appendedSamples?: number
  rejections?: readonly { reason: string; count: number }[]
  mqttConnections?: number
  clock?: ClockFigures
  damagedParts?: number
  /** Time by which this process is ahead of satellite time, ms; null while too few receivers agree. */
  gnssAheadMs?: number | null
  /** Left out where there is one process. */
  isBusConnected?: boolean
  isDoingJobs?: boolean
  /** Messages and reports in a process that sends them. */
  outbox?: readonly OutboxFigures[]
  /** Partitions of vessels that this process computes. */
  partitions?: number
  steps?: readonly { step: string; waiting: number; lagS: number; failures: number }[]
}

/** Figures of the process, whichever server in it is scraped. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/** Seconds: from a cached list to the longest report. */
const DURATION_BUCKETS_S = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]

/**
 * `GET /metrics` in Prometheus' text format, without names of vessels and people. It answers programs on this machine, and
 * others with the token.
 */
export function metricsRoute(
  app: FastifyInstance,
  read: () => MetricFigures,
  token: string | undefined,
): void {
  const registry = newRegistry(read)
  const answers = new Histogram({
    name: 'taffrail_http_answer_seconds',
    help: 'Time to answer HTTP requests, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    answers.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get('/metrics', { onRequest: localOrToken(token) }, async (_request, reply) => {
    const texts = await Promise.all([registry.metrics(), ofProcess.metrics()])
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(texts.join('\n'))
  })
}

function newRegistry(read: () => MetricFigures): Registry {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, of: (figures: MetricFigures) => number | undefined) =>
    new Gauge({
      ...{ name: `taffrail_${name}`, help, registers },
      collect() {
        this.set(of(read()) ?? 0)
      },
    })
  gauge('open_sockets', 'Connected consoles that receive changes', ({ openSockets }) => openSockets)
  gauge(
    'mqtt_connections',
    'Devices and bridges connected to the MQTT broker of this process',
    (figures) => figures.mqttConnections,
  )
  gauge('bus_connected', '1 while NATS is connected or not configured, 0 while NATS is down', (figures) =>
    figures.isBusConnected === false ? 0 : 1,
  )
  gauge(
    'jobs_held',
    '1 in the process that cleans up and counts unsent messages, else 0; the sum over all processes is 1',
    ({ isDoingJobs }) => (isDoingJobs ? 1 : 0),
  )
  gauge(
    'partitions_held',
    'Partitions of vessels that this process computes; the sum over all processes is 64',
    ({ partitions }) => partitions,
  )
  gauge(
    'damaged_parts',
    'Parts of the telemetry that the column store moved aside or cannot read; their rows are missing',
    ({ damagedParts }) => damagedParts,
  )
  gauge(
    'clock_right',
    '0 while the clock of this process differs from that of a database by more than 30 s and no data is taken, else 1',
    ({ clock }) => (clock?.isRight === false ? 0 : 1),
  )
  new Gauge({
    ...{ name: 'taffrail_clock_ahead_seconds', registers, labelNames: ['of'] },
    help: 'Time by which the clock of this process is ahead of `records` and `telemetry` (databases elsewhere) and of `gnss` (median of the boats that report)',
    collect() {
      this.reset()
      const { clock, gnssAheadMs = null } = read()
      for (const { store, ms } of clock?.aheadMs ?? []) this.set({ of: store }, ms / 1000)
      if (gnssAheadMs !== null) this.set({ of: 'gnss' }, gnssAheadMs / 1000)
    },
  })
  gauge(
    'clock_jumps',
    'Jumps of the clock of this machine by more than a second since the start',
    ({ clock }) => clock?.jumps,
  )
  new Counter({
    ...{ name: 'taffrail_appended_samples_total', registers },
    help: 'Samples stored since the start, including repeated samples',
    collect() {
      this.reset()
      this.inc(read().appendedSamples ?? 0)
    },
  })
  new Counter({
    ...{ name: 'taffrail_rejections_total', registers, labelNames: ['reason'] },
    help: 'Readings, frames and messages of devices and log files rejected since the start, by reason',
    collect() {
      this.reset()
      for (const { reason, count } of read().rejections ?? []) this.inc({ reason }, count)
    },
  })
  // Reset the gauge, because a process that no longer runs the jobs has no current figures of them.
  new Gauge({
    ...{ name: 'taffrail_messages_open', registers, labelNames: ['channel', 'state'] },
    help: 'Unsent messages to people and webhooks, by channel. `waiting`: not tried yet, or held back. `failed`: retried for a day. Reported by the process with `taffrail_jobs_held`',
    collect() {
      this.reset()
      const { isDoingJobs, outbox = [] } = read()
      // All processes send, and all count the same messages.
      for (const { channel, waiting, failed } of isDoingJobs ? outbox : []) {
        this.set({ channel, state: 'waiting' }, waiting)
        this.set({ channel, state: 'failed' }, failed)
      }
    },
  })
  new Counter({
    ...{ name: 'taffrail_messages_given_up_total', registers, labelNames: ['channel'] },
    help: 'Messages given up since the process started to send, after a day of tries or a permanent error',
    collect() {
      this.reset()
      for (const { channel, givenUp } of read().outbox ?? []) this.inc({ channel }, givenUp)
    },
  })
  new Counter({
    ...{ name: 'taffrail_step_failures_total', registers, labelNames: ['step'] },
    help: 'Work items of a processing step that failed and were queued again',
    collect() {
      this.reset()
      for (const { step, failures } of read().steps ?? []) this.inc({ step }, failures)
    },
  })
  const ofSteps = (name: string, help: string, of: 'waiting' | 'lagS') =>
    new Gauge({
      ...{ name: `taffrail_${name}`, help, registers, labelNames: ['step'] },
      collect() {
        for (const figures of read().steps ?? []) this.set({ step: figures.step }, figures[of])
      },
    })
  ofSteps('step_waiting', 'Work items of a processing step that wait or run', 'waiting')
  ofSteps('step_lag_seconds', 'Age of the oldest work item of a processing step that waits or runs', 'lagS')
  return registry
}
