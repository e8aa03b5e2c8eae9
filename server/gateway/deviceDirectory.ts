import type { Clock } from '#server/platform/clock.ts'
import { DEVICE_ID, type Device, findDevice, secretMatches } from '#server/records/devices.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/** A changed secret or pairing is noticed within this long, on open connections too. */
const TRUSTED_MS = 3000

/** Devices as last read from the records, so that a message a second does not cost a query a second. */
export class DeviceDirectory {
  readonly #db: Db
  readonly #clock: Clock
  readonly #known = new Map<string, { device: Promise<Device | null>; readMs: number }>()

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  get(id: string): Promise<Device | null> {
    const nowMs = this.#clock.nowMs()
    const known = this.#known.get(id)
    if (known && nowMs - known.readMs < TRUSTED_MS) return known.device
    if (this.#known.size > 100_000) this.#known.clear()
    const device = DEVICE_ID.test(id) ? findDevice(this.#db, id) : Promise.resolve(null)
    this.#known.set(id, { device, readMs: nowMs })
    device.catch(() => this.#known.delete(id))
    return device
  }

  /** The device when id and secret belong together, else null, without a word on which of them was wrong. */
  async authenticate(id: string, secret: string): Promise<Device | null> {
    const device = await this.get(id)
    return device && secretMatches(device, secret) ? device : null
  }
}
