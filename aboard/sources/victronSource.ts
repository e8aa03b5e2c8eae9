import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { connect } from 'mqtt'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import { isRecord, parseJson } from '#protocols/json.ts'
import { withoutSecrets } from './address.ts'
import { Intake } from './intake.ts'
import { type Connect, keepOpen } from './keepOpen.ts'
import { hostAndPort } from './socketLink.ts'
import type { SourceKind } from './sourceKind.ts'
import { VICTRON_SERVICES, type VictronNumbers, VictronValues } from './victronValues.ts'

const PORT = 1883
const TLS_PORT = 8883
const CONNECT_MS = 20_000
/** The installation stops to publish 60 s after the last keep-alive. */
const KEEP_ALIVE_MS = 25_000
const ROUND_MS = 1000
/** Every value is given again this often, though Victron publishes it only when it changes. */
const ROUNDS_PER_REPEAT = 60

interface VictronOptions {
  url: string
  user: string
  password: string
  /** The installation's id on VRM; null when it is to be found. */
  portal: string | null
  values: () => VictronValues
}

/** A GX device of Victron (Cerbo, Ekrano, Venus OS) through its own MQTT broker. */
export const victronKind: SourceKind = {
  example: 'victron://venus.local',
  does: 'Batteries, fuel tanks, alternators, shore power and GPS of a Victron GX device, whose MQTT service must be switched on; portal=… is its VRM portal id.',
  open(address, { emit, log, stateFolder, timing }) {
    const { host, port } = hostAndPort(address, PORT)
    const { user, password, options } = address
    const scheme = port === TLS_PORT ? 'mqtts' : 'mqtt'
    const url = `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
    const file = stateFolder === null ? null : join(stateFolder, `victron-${encodeURIComponent(host)}.json`)
    let numbers = file === null ? {} : readNumbers(file)
    const values = () =>
      new VictronValues(numbers, (next) => {
        numbers = next
        if (file !== null) writeNumbers(file, next)
      })
    const victron = { url, user, password, portal: options.portal ?? null, values }
    return keepOpen(
      withoutSecrets(address.text),
      (link) => victronLink(victron, link),
      new Intake(emit),
      log,
      timing,
    )
  },
}

function victronLink(
  { url, user, password, portal: knownPortal, values: newValues }: VictronOptions,
  { intake, signal, opened }: Parameters<Connect>[0],
): Promise<void> {
  const values = newValues()
  // A GX device makes its own certificate, which no authority has signed.
  const client = connect(url, {
    ...{ reconnectPeriod: 0, connectTimeout: CONNECT_MS, rejectUnauthorized: false },
    ...(user === '' ? {} : { username: user, password }),
  })
  let portal: string | null = null
  let failure: Error | null = null
  let rounds = 0
  const begin = (id: string) => {
    if (portal !== null) return
    portal = id
    client.subscribe(VICTRON_SERVICES.map((service) => `N/${id}/${service}/#`))
    // An empty keep-alive asks for all values once.
    client.publish(`R/${id}/keepalive`, '')
  }
  const keepAlive = setInterval(() => {
    if (portal !== null)
      client.publish(`R/${portal}/keepalive`, '{"keepalive-options":["suppress-republish"]}')
  }, KEEP_ALIVE_MS)
  const round = setInterval(() => {
    rounds++
    const { samples, fixes } = values.take(rounds % ROUNDS_PER_REPEAT === 0)
    if (samples.length + fixes.length === 0) return
    const body = {
      samples,
      fixes: fixes.map(({ valid, ...position }) => ({ ...positionToWire(position), valid })),
    }
    intake.take('readings', Buffer.from(JSON.stringify(body)))
  }, ROUND_MS)
  const abort = () => client.end(true)
  client.on('connect', () => {
    opened()
    if (knownPortal !== null) begin(knownPortal)
    else client.subscribe(['N/+/system/0/Serial', 'N/+/heartbeat', 'N/+/keepalive'])
  })
  client.on('message', (topic, payload) => {
    const [, id = '', service = '', instance = '', ...path] = topic.split('/')
    begin(id)
    if (instance !== '') values.set(service, instance, path.join('/'), numberIn(payload))
  })
  return new Promise((resolve, reject) => {
    client.on('error', (error) => {
      failure = error
      client.end(true)
    })
    client.on('close', () => {
      clearInterval(keepAlive)
      clearInterval(round)
      signal.removeEventListener('abort', abort)
      if (failure) reject(failure)
      else resolve()
    })
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
}

/** `{"value": 12.8}`; texts and lists have no series. */
function numberIn(payload: Buffer): number | null {
  const body = parseJson(payload.toString())
  return isRecord(body) && typeof body.value === 'number' ? body.value : null
}

function readNumbers(file: string): VictronNumbers {
  try {
    const numbers = parseJson(readFileSync(file, 'utf8'))
    return isRecord(numbers) ? (numbers as VictronNumbers) : {}
  } catch {
    return {}
  }
}

function writeNumbers(file: string, numbers: VictronNumbers): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, JSON.stringify(numbers), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
