/**
 * `npm run device`: a small device like a box on board. It registers, shows its code and waits until a person
 * pairs it with a vessel. Then it sends a log file, a simulated boat, or the lines of standard input.
 */
import { once } from 'node:events'
import { setTimeout as later } from 'node:timers/promises'
import { connect, type MqttClient } from 'mqtt'
import type { Format } from '#protocols/formats.ts'
import { guessFormat } from '#protocols/guessFormat.ts'
import { openLogs } from '#server/gateway/openLogs.ts'
import { findRunning } from '#server/platform/runFile.ts'
import { encodeMessages } from '#simulator/encodeMessages.ts'
import { FLEET } from '#simulator/fleet.ts'
import { pretendBoat } from '#simulator/pretendBoat.ts'
import { ALWAYS_BUSY } from '#simulator/timetable.ts'
import { Misused, runCommand } from './command.ts'

/** Bytes that identify the format of a stream; a live stream needs fewer. */
const HEAD_BYTES = 4096
const MESSAGE_BYTES = 64 * 1024
const MOST_WAITING = 20
/** After a pairing, and at its end, the broker ends the connection for the device to come back. */
const RETRY_MS = 500
/** Another gateway may need some seconds to notice a registration, and refuses the device meanwhile. */
const REGISTER_AGAIN_MS = 10_000
const LF = 10
/** CONNACK of MQTT 3.1.1 for a device that was unpaired and must register again, or is unknown. */
const NOT_AUTHORIZED = 5

await runCommand(
  {
    usage: 'npm run device -- [--server URL] [--id ID --secret SECRET] [--boat NAME | FILE | -]',
    help: `A small device: shows its pairing code, waits until it is paired, then sends.

  FILE                 sends this log with the times that it holds
  -                    sends what comes on standard input, line by line
  --boat NAME          sails a simulated boat of that name (the default: one that is under way)
  --server URL         the console's address (else the Taffrail that runs on this machine)
  --mqtt URL           the broker, where it is not the console's host
  --id ID              a device that there is already, with its --secret`,
    options: ['server', 'mqtt', 'id', 'secret', 'boat'],
  },
  async ({ values, positionals, config }) => {
    if (positionals.length > 1 || (values.id === undefined) !== (values.secret === undefined))
      throw new Misused()
    const server = values.server ?? (await findRunning(config.dataDir))?.url ?? 'http://localhost:3000'
    const device = await introduce(server, values)
    const { id, secret } = device
    if (!values.id) console.log(`device ${id}\nsecret ${secret}`)
    if (!device.paired) console.log(`pairing code ${device.pairing_code}`)
    const address =
      values.mqtt ??
      `mqtt${device.mqtt_tls ? 's' : ''}://${device.mqtt_host ?? new URL(server).hostname}:${device.mqtt_port ?? 1883}`
    const client = connect(address, {
      username: id,
      password: secret,
      clientId: id,
      protocolVersion: 4,
      reconnectPeriod: RETRY_MS,
      resubscribe: false,
      reconnectOnConnackError: true,
    })
    const pairing = followPairing(() => introduce(server, { id, secret }))
    client.on('error', (error) => {
      if ('code' in error && error.code === NOT_AUTHORIZED) pairing.end()
      else console.error(error.message)
    })
    // At each connection: one that ends before the broker's answer, as at a pairing, is followed by another.
    client.on('connect', () =>
      client.subscribe(`taffrail/${id}/#`, (error) => error && console.error(error.message)),
    )
    client.on('message', (topic, payload) => {
      const text = payload.toString()
      if (topic.endsWith('/settings')) console.log(`settings ${text || 'none'}`)
      if (!topic.endsWith('/status')) return
      if ((JSON.parse(text) as { paired: boolean }).paired) pairing.begin()
      else if (pairing.isPaired()) pairing.end()
    })
    await pairing.begun
    const send = sender(client, id)
    const [path] = positionals
    if (path === '-') await sendLines(process.stdin, send)
    else if (path) for await (const log of openLogs(path)) await sendLines(log.chunks, send)
    else await sail(values.boat, send)
    await send.settled()
    console.log('all sent')
    await client.endAsync()
  },
)

interface Introduced {
  id: string
  secret: string
  paired: boolean
  pairing_code?: string
  mqtt_host?: string
  mqtt_port?: number | null
  mqtt_tls?: boolean
}

async function introduce(
  server: string,
  { id, secret }: { id?: string; secret?: string },
): Promise<Introduced> {
  const headers = {
    'content-type': 'application/json',
    ...(id && { authorization: `Bearer ${id}.${secret}` }),
  }
  const answer = await fetch(`${server}/gateway/register`, { method: 'POST', headers, body: '{}' })
  const body = (await answer.json()) as Partial<Introduced> & { message?: string }
  if (!answer.ok || !body.id) throw new Error(body.message ?? `The server answered ${answer.status}.`)
  return { paired: false, ...body, id: body.id, secret: secret ?? body.secret ?? '' }
}

/** Prints when the device is paired, and when its pairing ends registers it again and prints the new code. */
function followPairing(register: () => Promise<Introduced>) {
  let isPaired = false
  let registeredMs = performance.now()
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  return {
    /** Resolves at the first pairing. */
    begun,
    isPaired: () => isPaired,
    begin() {
      if (!isPaired) console.log('paired')
      isPaired = true
      registeredMs = Number.NEGATIVE_INFINITY
      resolve()
    },
    end() {
      if (performance.now() - registeredMs < REGISTER_AGAIN_MS) return
      registeredMs = performance.now()
      isPaired = false
      register()
        .then(({ paired, pairing_code }) => {
          if (!paired) console.log(`not paired any more\npairing code ${pairing_code}`)
        })
        .catch((error) => console.error(error instanceof Error ? error.message : error))
    },
  }
}

type Send = ReturnType<typeof sender>

/** Publishes; the client sends unacknowledged messages again, and the caller waits when many are open. */
function sender(client: MqttClient, id: string) {
  const waiting = new Set<Promise<unknown>>()
  return Object.assign(
    async (format: Format, bytes: Uint8Array) => {
      const sent = client
        .publishAsync(`taffrail/${id}/${format}`, Buffer.from(bytes), { qos: 1 })
        .finally(() => waiting.delete(sent))
      waiting.add(sent)
      if (waiting.size >= MOST_WAITING) await Promise.race(waiting)
    },
    { settled: () => Promise.all(waiting) },
  )
}

/** Sends whole lines at a time; the first line decides the format. */
async function sendLines(chunks: AsyncIterable<Uint8Array | string>, send: Send): Promise<void> {
  let rest = Buffer.alloc(0)
  let format: Format | null = null
  const flush = async (bytes: number) => {
    format ??= formatOf(rest)
    await send(format, rest.subarray(0, bytes))
    rest = rest.subarray(bytes)
  }
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, Buffer.from(chunk)])
    for (
      let cut = rest.lastIndexOf(LF, MESSAGE_BYTES - 1) + 1;
      cut > 0 && (format !== null || rest.length >= HEAD_BYTES || guessFormat(rest) !== null);
      cut = rest.lastIndexOf(LF, MESSAGE_BYTES - 1) + 1
    )
      await flush(cut)
  }
  if (rest.length > 0) await flush(rest.length)
}

function formatOf(head: Buffer): Format {
  const format = guessFormat(head)
  if (format === null || format === 'imu') throw new Error('These are no lines that a device sends.')
  return format as Format
}

async function sail(name: string | undefined, send: Send): Promise<void> {
  let nowS = Math.floor(Date.now() / 1000)
  const isUnderWay = (boat: (typeof FLEET)[number]) => pretendBoat(boat, ALWAYS_BUSY).trackAt(nowS) !== null
  const boat = name ? FLEET.find((one) => one.name === name) : (FLEET.find(isUnderWay) ?? FLEET[0])
  if (!boat)
    throw new Error(`There is no simulated boat of that name: ${FLEET.map((one) => one.name).join(', ')}.`)
  console.log(`sailing ${boat.name}, until interrupted`)
  const pretend = pretendBoat(boat, ALWAYS_BUSY)
  const interrupted = once(process, 'SIGINT').then(() => 'interrupted' as const)
  while ((await Promise.race([later(1000 - (Date.now() % 1000)), interrupted])) !== 'interrupted') {
    const untilS = Math.floor(Date.now() / 1000)
    const readings = pretend.between(nowS, untilS, { sensors: 1, impacts: false })
    for (const { format, bytes } of encodeMessages(boat, readings)) await send(format, bytes)
    nowS = untilS
  }
}
