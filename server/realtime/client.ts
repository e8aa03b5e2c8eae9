import { PROBLEMS, Problem, type ProblemCode } from '#contract/wire/errors.ts'
import { ClientMessage, type ServerMessage } from '#contract/wire/realtime.ts'
import type { Caller, UserCaller } from '#server/access/caller.ts'
import type { Callers } from '#server/access/callers.ts'
import type { Claims } from '#server/access/tokens.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Broadcast } from './broadcast.ts'
import { Outbox, type Wire } from './outbox.ts'

/** Finds the broadcasts of clients. */
export interface Exchange {
  join(client: Client, topic: string, caller: Caller): Promise<Broadcast>
  leave(client: Client, broadcast: Broadcast): void
  /** The topic's present state for a caller that does not subscribe. */
  look(topic: string, caller: Caller): Promise<Buffer>
}

export const SIGN_IN_AGAIN = 4401
const MAX_MESSAGE_CHARS = 8000
const MAX_TOPICS = 300
const MAX_WAITING = 100

/** One open socket: its caller and its subscriptions. */
export class Client {
  readonly outbox: Outbox
  readonly openedMs: number
  claims: Claims | null = null
  caller: Caller | null = null
  #wire: Wire
  #callers: Callers
  #exchange: Exchange
  #clock: Clock
  #broadcasts = new Map<string, Broadcast>()
  #turn: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(wire: Wire, given: { callers: Callers; exchange: Exchange; clock: Clock }) {
    this.#wire = wire
    this.#callers = given.callers
    this.#exchange = given.exchange
    this.#clock = given.clock
    this.outbox = new Outbox(wire, given.clock)
    this.openedMs = given.clock.nowMs()
  }

  /** Messages are dealt with one after another, in the order they came. */
  receive(text: string): void {
    if (this.#waiting < MAX_WAITING) this.#inTurn(() => this.#handle(text))
    else this.end(SIGN_IN_AGAIN, 'too many messages')
  }

  /** Takes new rights of the caller; when they differ, all subscriptions are checked again. */
  recognise(caller: UserCaller | null): void {
    if (caller === null) this.#refuse(null, 'not_authenticated', SIGN_IN_AGAIN)
    else if (caller.needsSecondFactor) this.#refuse(null, 'SECOND_FACTOR_REQUIRED', SIGN_IN_AGAIN)
    else if (JSON.stringify(caller) !== JSON.stringify(this.caller)) {
      this.caller = caller
      this.rejoin()
    }
  }

  rejoin(): void {
    this.#inTurn(async () => {
      for (const topic of [...this.#broadcasts.keys()]) {
        this.#leave(topic)
        await this.#join(topic)
      }
    })
  }

  /** Present values of a topic that the reader missed. */
  latest(topic: string, keys: readonly string[] | null): Buffer | null {
    return this.#broadcasts.get(topic)?.frame(keys) ?? null
  }

  /** Sends a sign of life to a silent connection; a reader that is behind has enough to read. */
  sendAlive(): void {
    if (this.caller && this.#wire.bufferedAmount === 0) {
      this.#send({ type: 'alive', server_time: this.#clock.nowMs() })
    }
  }

  end(code: number, reason: string): void {
    this.gone()
    this.#wire.close(code, reason)
  }

  gone(): void {
    for (const topic of [...this.#broadcasts.keys()]) this.#leave(topic)
    this.caller = null
  }

  #inTurn(work: () => Promise<void>) {
    this.#waiting++
    this.#turn = this.#turn
      .then(work)
      .catch((error) => this.#refuseFor(error, null))
      .finally(() => {
        this.#waiting--
      })
  }

  async #handle(text: string) {
    const message = read(text)
    if (!message) return this.#refuse(null, 'invalid')
    if (message.type === 'sign-in') return this.#signIn(message.token)
    if (!this.caller) return this.#refuse(null, 'not_authenticated', SIGN_IN_AGAIN)
    if (message.type === 'unsubscribe') return this.#leave(message.topic)
    if (message.once) return this.#look(message.topic, this.caller)
    if (!this.#broadcasts.has(message.topic)) await this.#join(message.topic)
  }

  /** A new token prolongs a socket, for the same user only. */
  async #signIn(token: string) {
    const known = await this.#callers.ofToken(token)
    if (!known || (this.claims && this.claims.identityId !== known.claims.identityId)) {
      return this.#refuse(null, 'not_authenticated', SIGN_IN_AGAIN)
    }
    if (known.caller.needsSecondFactor) return this.#refuse(null, 'SECOND_FACTOR_REQUIRED', SIGN_IN_AGAIN)
    this.claims = known.claims
    if (this.caller) this.recognise(known.caller)
    else this.caller = known.caller
    this.#send({ type: 'signed-in', server_time: this.#clock.nowMs() })
  }

  async #look(topic: string, caller: Caller) {
    try {
      this.outbox.offer({ topic, keys: null, frame: await this.#exchange.look(topic, caller) })
    } catch (error) {
      this.#refuseFor(error, topic)
    }
  }

  async #join(topic: string) {
    if (!this.caller) return
    if (this.#broadcasts.size >= MAX_TOPICS) return this.#refuse(topic, 'too_many')
    try {
      const broadcast = await this.#exchange.join(this, topic, this.caller)
      // The socket may have closed while the fleet was being loaded.
      if (!this.caller) return this.#exchange.leave(this, broadcast)
      this.#broadcasts.set(topic, broadcast)
      this.outbox.offer({ topic, keys: null, frame: broadcast.frame(null) })
    } catch (error) {
      this.#refuseFor(error, topic)
    }
  }

  #leave(topic: string) {
    const broadcast = this.#broadcasts.get(topic)
    if (!broadcast) return
    this.#broadcasts.delete(topic)
    this.outbox.forget(topic)
    this.#exchange.leave(this, broadcast)
  }

  #refuseFor(error: unknown, topic: string | null) {
    this.#refuse(topic, error instanceof Problem ? error.code : 'internal')
  }

  #refuse(topic: string | null, code: ProblemCode, closeCode?: number) {
    this.#send({ type: 'refused', topic, code, message: PROBLEMS[code].message })
    if (closeCode !== undefined) this.end(closeCode, code)
  }

  #send(message: ServerMessage) {
    this.#wire.send(Buffer.from(JSON.stringify(message)))
  }
}

function read(text: string): ClientMessage | null {
  if (text.length > MAX_MESSAGE_CHARS) return null
  try {
    return ClientMessage.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
