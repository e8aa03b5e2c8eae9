/** Consoles that follow boats at 1 Hz, against bare `ws`, which sends the bytes that our server has just sent. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { WebSocket } from 'ws'
import type { SocketAnswer, SocketFrame, SocketTask } from '../socketServer.ts'
import type { Comparison, Given, Lines, Side } from './comparison.ts'

const SERVER = fileURLToPath(new URL('../socketServer.ts', import.meta.url))
const SECONDS = 5

interface Kind {
  consoles: number
  /** Topic of a console; our server makes the ids of the vessels. */
  topicOf(console: number, vesselIds: readonly string[]): string
}

const boatsOf = ({ full }: Given) => (full ? 1000 : 100)
const kindsOf = ({ full }: Given): Record<string, Kind> => ({
  'frames to consoles that follow the fleet': {
    consoles: full ? 1000 : 200,
    topicOf: () => 'vessel_map_view',
  },
  'frames to consoles that follow one boat each': {
    consoles: full ? 5000 : 500,
    topicOf: (console, vesselIds) => `vessels/v3/${vesselIds[console % vesselIds.length]}`,
  },
})

/** Frames of the latest turn of our server, which the peer sends again; by the name of the line. */
const sent = new Map<string, SocketFrame[]>()
let vesselIds: string[] = []

export const sockets: Comparison = {
  ...{ name: 'sockets', unit: 'frames/CPU-s', better: 'more', goal: 1.5 },
  ours: (given) => openSide(given, []),
  peers: [{ name: 'ws', open: (given) => openSide(given, ['--bare']) }],
}

async function openSide(given: Given, options: readonly string[]): Promise<Side> {
  const isOurs = options.length === 0
  const child = fork(SERVER, ['--boats', `${boatsOf(given)}`, ...options], { serialization: 'advanced' })
  const answer = async () => (await once(child, 'message'))[0] as SocketAnswer
  const ready = await answer()
  if (!('url' in ready)) throw new Error('the server answered before it was ready')
  if (isOurs) vesselIds = ready.vesselIds
  return {
    async run() {
      const lines: Lines = {}
      for (const [line, { consoles, topicOf }] of Object.entries(kindsOf(given))) {
        const followers = await connectAll(consoles, (i) => topicOf(i, vesselIds), ready)
        child.send((isOurs ? { seconds: SECONDS } : { frames: sent.get(line) ?? [] }) satisfies SocketTask)
        const done = await answer()
        const cpuS = 'cpuS' in done ? done.cpuS : Number.NaN
        for (const { socket } of followers) socket.terminate()
        if (isOurs) sent.set(line, inOrder(followers))
        const frames = followers.reduce((sum, follower) => sum + follower.count, 0)
        lines[line] = {
          ...{ figure: frames / cpuS, cpuS },
          answer: followers.map(({ topic, crc, count }) => [topic, crc, count]),
        }
      }
      return lines
    },
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

interface Follower {
  topic: string
  socket: WebSocket
  /** Checksum and number of the received frames. */
  crc: number
  count: number
  /** Frames of the first console of each topic. */
  frames: SocketFrame[]
}

/** Resolves once each console has the present state of its topic. */
async function connectAll(
  consoles: number,
  topicOf: (console: number) => string,
  { url, token }: { url: string; token: string },
): Promise<Follower[]> {
  const known = new Set<string>()
  const followers: Follower[] = []
  for (let i = 0; i < consoles; i++) {
    const topic = topicOf(i)
    const socket = new WebSocket(`${url}/realtime`, { perMessageDeflate: false })
    const follower: Follower = { topic, socket, crc: 0, count: 0, frames: [] }
    const isFirst = !known.has(topic)
    known.add(topic)
    followers.push(follower)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'sign-in', token }))
    socket.send(JSON.stringify({ type: 'subscribe', topic }))
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.on('message', (data: Buffer) => {
        const start = data.toString('latin1', 0, 120)
        if (start.includes('"refused"')) reject(new Error(start))
        if (!start.startsWith('{"type":"data"')) return
        if (start.includes('"full":true')) return resolve()
        follower.crc = crc32(data, follower.crc)
        follower.count++
        if (isFirst) follower.frames.push({ topic, atMs: performance.now(), frame: Buffer.from(data) })
      })
    })
  }
  return followers
}

/** All recorded frames in the order of their arrival, with times since the first one. */
function inOrder(followers: readonly Follower[]): SocketFrame[] {
  const frames = followers.flatMap((follower) => follower.frames).toSorted((a, b) => a.atMs - b.atMs)
  const startMs = frames[0]?.atMs ?? 0
  return frames.map((frame) => ({ ...frame, atMs: frame.atMs - startMs }))
}
