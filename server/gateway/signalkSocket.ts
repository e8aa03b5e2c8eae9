// The plugin's types add the websocket option to routes.
import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import type { Log } from '#server/platform/log.ts'
import type { Device } from '#server/records/devices.ts'
import { authenticatedDevice } from './credentials.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { Decoders, type Intake, isPaired } from './intake.ts'

/** Messages of one socket that may wait for the store; beyond it the socket is no longer read. */
const MOST_WAITING = 200
const LOOK_EVERY_MS = 1000
/** A peer that does not answer within this long is gone. */
const PROBE_MS = 30_000
const CLOSE = { refused: 1008, changed: 1012, later: 1013 } as const

/**
 * `/gateway/signalk`: a device sends Signal K deltas, one message each, in the order in which it wants them
 * stored. The answer `{"ack": n}` means that the first n messages of this connection are on disk, or were
 * noted as nonsense. A store-and-forward sender keeps the other messages and sends them again on its next
 * connection. Credentials come in the Authorization header as for HTTP batches, or in `?token=id.secret` for
 * a client without headers.
 *
 * An unpaired device receives `{"paired": false}` and no acknowledgement. At any change of its pairing or
 * secret the server ends the connection, and the device comes back.
 */
export function signalkRoutes(
  app: FastifyInstance,
  given: { directory: DeviceDirectory; intake: Intake; log: Log },
): void {
  const { directory, intake, log } = given
  app.get('/gateway/signalk', { websocket: true }, (socket, request) => {
    const signedIn = signIn(request)
    const session = new Session(socket)
    // Listening begins at once: the first messages come before the device has been looked up.
    socket.on('message', (data: Buffer) => {
      const number = session.received()
      signedIn
        .then((device) => take(device, session, data))
        .then((stored) => stored && session.stored(number))
        .catch(refuse)
    })
    socket.on('error', () => socket.terminate())
    signedIn.then((device) => {
      if (!isPaired(device))
        socket.send(JSON.stringify({ paired: false, message: new Problem('not_paired').message }))
      watch(device, socket)
    }, refuse)

    function refuse(error: unknown) {
      if (!(error instanceof Problem)) log.error('a delta could not be stored', { error })
      const problem = error instanceof Problem ? error : new Problem('unavailable')
      socket.send(JSON.stringify({ code: problem.code, message: problem.message }))
      socket.close(problem.code === 'unavailable' ? CLOSE.later : CLOSE.refused)
    }
  })

  function signIn({ headers, query }: FastifyRequest): Promise<Device> {
    const { token } = query as { token?: unknown }
    const authorization = headers.authorization ?? (typeof token === 'string' ? `Bearer ${token}` : undefined)
    return authenticatedDevice(directory, authorization)
  }

  /** True when the message is stored or rejected for good; data of an unpaired device is neither. */
  async function take(device: Device, session: Session, data: Buffer): Promise<boolean> {
    if (isPaired(device)) await intake.takeMessage(device, session.decoders, 'signalk', data)
    else intake.noteRefused(device.id, 'signalk', 'not_paired', 'The device has data but no vessel.')
    return isPaired(device)
  }

  function watch(device: Device, socket: WebSocket) {
    let lastSeenMs = performance.now()
    socket.on('pong', () => {
      lastSeenMs = performance.now()
    })
    const look = async () => {
      const now = await directory.get(device.id)
      const same = now?.secretHash === device.secretHash && now.vessel?.id === device.vessel?.id
      if (!same) socket.close(CLOSE.changed)
      if (performance.now() - lastSeenMs > 2 * PROBE_MS) socket.terminate()
    }
    const lookNow = () =>
      void look().catch((error) => log.error('a device could not be looked up', { error }))
    const looking = setInterval(lookNow, LOOK_EVERY_MS)
    const leave = directory.onChange((id) => {
      if (id === device.id) lookNow()
    })
    const probing = setInterval(() => socket.ping(), PROBE_MS)
    const stop = () => {
      clearInterval(looking)
      leave()
      clearInterval(probing)
    }
    if (socket.readyState === socket.OPEN) socket.once('close', stop)
    else stop()
  }
}

/** Counts the messages of one connection and acknowledges them in their order. */
class Session {
  readonly decoders = new Decoders('signalk')
  readonly #socket: WebSocket
  readonly #stored = new Set<number>()
  #received = 0
  #acknowledged = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
  }

  /** The number of the message that has just come. */
  received(): number {
    this.#received++
    if (this.#received - this.#acknowledged > MOST_WAITING) this.#socket.pause()
    return this.#received
  }

  stored(number: number): void {
    this.#stored.add(number)
    const before = this.#acknowledged
    while (this.#stored.delete(this.#acknowledged + 1)) this.#acknowledged++
    if (this.#acknowledged > before && this.#socket.readyState === this.#socket.OPEN)
      this.#socket.send(JSON.stringify({ ack: this.#acknowledged }))
    if (this.#received - this.#acknowledged <= MOST_WAITING) this.#socket.resume()
  }
}
