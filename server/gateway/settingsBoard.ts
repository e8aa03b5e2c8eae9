import type { Log } from '#server/platform/log.ts'
import { deviceSettings } from '#server/records/deviceSettings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/** A captain's name or a setting of the organization reaches the boats within this long. */
const LOOK_EVERY_MS = 30_000

/**
 * What was published last on `binnacle/{id}/settings` of each device, retained there: told again only when it changed,
 * and emptied once the device is on no vessel any more.
 */
export class SettingsBoard {
  readonly #db: Db
  readonly #log: Log
  readonly #publish: (deviceId: string, payload: string) => void
  readonly #present: () => Iterable<string>
  readonly #told = new Map<string, string>()
  readonly #timer: NodeJS.Timeout

  /** `present` are the devices that are to know. */
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

  /** Tells these devices, or all that are there, what is new to them. */
  look(ids: Iterable<string> = this.#present()): void {
    void this.#tell([...new Set(ids)]).catch((error) =>
      this.#log.error('settings could not be told to devices', { error }),
    )
  }

  async #tell(ids: string[]): Promise<void> {
    const settings = await deviceSettings(this.#db, ids)
    for (const id of ids) {
      const known = settings.get(id)
      const payload = known ? JSON.stringify(known) : ''
      if ((this.#told.get(id) ?? '') === payload) continue
      if (payload) this.#told.set(id, payload)
      else this.#told.delete(id)
      this.#publish(id, payload)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
