/**
 * A server of live positions in a process of its own: the product's API, or with `--bare` the package `ws` alone, which
 * sends given frames. `peers/sockets.ts` starts it and connects consoles.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type WebSocket, WebSocketServer } from 'ws'
import type { WireVesselLive } from '#contract/wire/vessel.ts'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { emailOf, PASSWORD, testApi, twoOrganizations } from '#server/testing/testApi.ts'

const { values } = parseArgs({
  options: { bare: { type: 'boolean', default: false }, boats: { type: 'string' } },
})
/** Interval at which boats report: each tenth of a second another tenth of the fleet. */
const TENTH_MS = 100
/** Time in which the last frames leave. */
const AFTER_MS = 500

/** A frame of a topic, and its time since the first one. */
export interface SocketFrame {
  topic: string
  atMs: number
  frame: Uint8Array
}
/** Boats sail for so many seconds, or the given frames are sent. */
export type SocketTask = { seconds: number } | { frames: SocketFrame[] }
export type SocketAnswer =
  | { url: string; token: string; vesselIds: string[] }
  /** Processor time of the task. */
  | { cpuS: number }

const work = values.bare ? await startBare() : await startOwn(Number(values.boats ?? 0))
process.on('message', async (task: SocketTask) => {
  const before = process.cpuUsage()
  await work(task)
  await sleep(AFTER_MS)
  const { user, system } = process.cpuUsage(before)
  answer({ cpuS: (user + system) / 1e6 })
})
process.on('disconnect', () => process.exit(0))

function answer(message: SocketAnswer) {
  process.send?.(message)
}

async function startOwn(boats: number) {
  const { app, db, bus } = await testApi()
  const { parent } = await twoOrganizations(db)
  const { organizationId, departmentId } = parent
  const inserted = await db
    .insert(vessels)
    .values(Array.from({ length: boats }, (_, i) => ({ organizationId, departmentId, name: `Boat ${i}` })))
    .returning()
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await signInOver(address, { email: emailOf('organization-admin'), password: PASSWORD })
  answer({ url: address.replace('http', 'ws'), token, vesselIds: inserted.map(({ id }) => id) })
  return async (task: SocketTask) => {
    const startMs = performance.now()
    const seconds = 'seconds' in task ? task.seconds : 0
    for (let tenth = 0; tenth < seconds * 10; tenth++) {
      const nowMs = Date.now()
      for (let i = tenth % 10; i < inserted.length; i += 10)
        bus.publish({
          ...{ type: 'vessel.moved', organizationId, departmentId },
          ...{ vesselId: inserted[i]?.id ?? '', live: liveAt(i, nowMs) },
        })
      await sleep(Math.max(0, startMs + (tenth + 1) * TENTH_MS - performance.now()))
    }
  }
}

const liveAt = (boat: number, nowMs: number): WireVesselLive => ({
  ...positionToWire({ latitudeDeg: 64 + boat / 1000 + (nowMs % 1e6) / 1e9, longitudeDeg: -22 - boat / 1000 }),
  ...{ cog: (boat * 7) % 360, sog: boat % 30, sog_derived: false, impact: null, impact_time: null },
  ...{ temperature: 12.5, wind_speed: 7.2, wind_direction: 210, wave_height: 0.8, last_updated: nowMs },
})

async function startBare() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  const byTopic = new Map<string, Set<WebSocket>>()
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { topic } = JSON.parse(String(data)) as { topic?: string }
      if (topic === undefined) return
      byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(socket))
      socket.once('close', () => byTopic.get(topic)?.delete(socket))
      socket.send(JSON.stringify({ type: 'data', topic, full: true }))
    })
  })
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  answer({ url: `ws://127.0.0.1:${port}`, token: '', vesselIds: [] })
  return async (task: SocketTask) => {
    const startMs = performance.now()
    for (const { topic, atMs, frame } of 'frames' in task ? task.frames : []) {
      const waitMs = atMs - (performance.now() - startMs)
      if (waitMs > 1) await sleep(waitMs)
      for (const socket of byTopic.get(topic) ?? []) socket.send(frame, { binary: false })
    }
  }
}
