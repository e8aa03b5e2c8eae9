import type { Log } from '#server/platform/log.ts'
import { deviceSettings } from '#server/records/deviceSettings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/** Longest delay until devices receive a change without an event, such as one by another process. */
const LOOK_EVERY_MS = 30_000

/**
 * Last message published on the retained topic `taffrail/{id}/settings` of each device. A message is published again
 * only when it changed, and emptied once the device is on no vessel any more.
 */
export class SettingsBoard {
  readonly #db: Db
  readonly #log: Log
  readonly #publish: (deviceId: string, payload: string) => void
  readonly #present: () => Iterable<string>
  readonly #published = new Map<string, string>()
  readonly #timer: NodeJS.Timeout

  /** `present` lists the devices to publish to. */
  constructor(given: {
    db: Db
    log: Log
    publish: (deviceId: string, payload: string) => void
    present: () => Iterable<string>
  }) {
    this.#db = given.db
    this.#log = given.log
    this.#publish = given.publish
    this.#present = given.present
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS)
  }

  /** Publishes new settings to these devices, or to all that are present. */
  look(ids?: Iterable<string>): void {
    void this.#publishNew(ids).catch((error) =>
      this.#log.error('settings could not be published to devices', { error }),
    )
  }

  async #publishNew(given: Iterable<string> | undefined): Promise<void> {
    const ids = [...new Set(given ?? this.#present())]
    const settings = await deviceSettings(this.#db, ids)
    for (const id of ids) {
      const known = settings.get(id)
      const payload = known ? JSON.stringify(known) : ''
      if ((this.#published.get(id) ?? '') === payload) continue
      this.#published.set(id, payload)
      this.#publish(id, payload)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
