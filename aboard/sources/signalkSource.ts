import { WebSocket } from 'ws'
import { isRecord, parseJson } from '#protocols/json.ts'
import { withoutSecrets } from './address.ts'
import { Intake } from './intake.ts'
import { type Connect, keepOpen } from './keepOpen.ts'
import { hostAndPort, socketLink } from './socketLink.ts'
import type { SourceKind } from './sourceKind.ts'
import { StreamReader } from './streamReader.ts'

const PORT = 3000
/** Port of a Signal K server's TCP stream, which sends nothing before it gets a subscription. */
const TCP_PORT = 8375
const CONNECT_MS = 20_000
const LONGEST_DELTA = 1_000_000

/** A Signal K server: deltas of the own vessel, and of AIS targets when asked for. */
export const signalkKind: SourceKind = {
  example: 'signalk://localhost:3000?ais=1',
  does: 'Signal K deltas of the own vessel, with ais=1 of other vessels too; token=… signs in, tls=1 encrypts, port 8375 is the TCP stream.',
  open(address, { emit, log, timing }) {
    const { host, port } = hostAndPort(address, PORT)
    const { ais, token, tls, transport } = address.options
    const withAis = ais === '1'
    const connect: Connect =
      port === TCP_PORT || transport === 'tcp'
        ? (link) => {
            const deltas = new Deltas(link.intake, withAis)
            const reader = new StreamReader(link.intake, (text) => deltas.take(text))
            return socketLink(link, { host, port }, (chunk) => reader.read(chunk), subscription(withAis))
          }
        : (link) => {
            const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
            const stream = `/signalk/v1/stream?subscribe=${withAis ? 'all' : 'self'}`
            return webSocketLink(
              `${tls === '1' ? 'wss' : 'ws'}://${authority}${stream}`,
              token,
              withAis,
              link,
            )
          }
    return keepOpen(withoutSecrets(address.text), connect, new Intake(emit), log, timing)
  },
}

const subscription = (withAis: boolean) =>
  `${JSON.stringify({
    context: withAis ? 'vessels.*' : 'vessels.self',
    subscribe: [{ path: '*', policy: 'instant' }],
  })}\n`

function webSocketLink(
  url: string,
  token: string | undefined,
  withAis: boolean,
  { intake, signal, opened }: Parameters<Connect>[0],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const deltas = new Deltas(intake, withAis)
    const socket = new WebSocket(url, {
      handshakeTimeout: CONNECT_MS,
      maxPayload: LONGEST_DELTA,
      ...(token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
    })
    const abort = () => socket.terminate()
    let failure: Error | null = null
    socket.on('open', opened)
    socket.on('message', (data) => deltas.take(String(data)))
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('close', () => {
      signal.removeEventListener('abort', abort)
      if (failure) reject(failure)
      else resolve()
    })
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
}

/**
 * Takes the deltas of one connection. The server names the own vessel only in its first message, which a batch sent
 * later does not contain, so each delta of the own vessel gets the context `vessels.self`.
 */
class Deltas {
  readonly #intake: Intake
  readonly #withAis: boolean
  #self: string | null = null

  constructor(intake: Intake, withAis: boolean) {
    this.#intake = intake
    this.#withAis = withAis
  }

  take(text: string): void {
    const message = parseJson(text)
    if (!isRecord(message)) this.#intake.unknown++
    else if (Array.isArray(message.updates)) this.#delta(text, message.context)
    else if (typeof message.self === 'string') this.#self = withVessels(message.self)
  }

  #delta(text: string, context: unknown): void {
    const isOwn = context === undefined || context === SELF || context === this.#self
    if (!isOwn && !(this.#withAis && typeof context === 'string' && context.startsWith('vessels.'))) return
    const delta =
      isOwn && context !== SELF
        ? JSON.stringify({ ...(parseJson(text) as object), context: SELF })
        : text.trim()
    this.#intake.take('signalk', Buffer.from(delta))
  }
}

const SELF = 'vessels.self'
const withVessels = (self: string) => (self.startsWith('vessels.') ? self : `vessels.${self}`)
