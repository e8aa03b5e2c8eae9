/** A message below this size is decoded in less than a millisecond. */
const LARGE_BYTES = 4096

/**
 * Decides when a message is decoded. A large message is a device's backlog. It waits until no other large
 * message is being decoded, all sockets have been read once more, and its readings have room. So a hundred
 * backlogs delay a live boat by one message at a time. The messages of one connection keep their order.
 */
export class DecodingTurns {
  readonly #room: () => Promise<void>
  #lastLarge = Promise.resolve()

  /** `room` resolves once readings of large messages may wait to be stored. */
  constructor(room: () => Promise<void>) {
    this.#room = room
  }

  /** Resolves when this message may be decoded; `connection` remembers the last one before it. */
  async wait(connection: { lastTurn: Promise<void> | null }, bytes: number): Promise<void> {
    const before = connection.lastTurn
    if (bytes < LARGE_BYTES && !before) return
    const turn = Promise.all([before, bytes < LARGE_BYTES ? undefined : this.#largeTurn()]).then(
      () => undefined,
    )
    connection.lastTurn = turn
    await turn
    if (connection.lastTurn === turn) connection.lastTurn = null
  }

  #largeTurn(): Promise<void> {
    this.#lastLarge = this.#lastLarge.then(this.#room).then(() => new Promise<void>((go) => setImmediate(go)))
    return this.#lastLarge
  }
}
