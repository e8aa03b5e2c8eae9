import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  DEVICE_ID,
  type Device,
  findDevices,
  findPhone,
  hashOf,
  secretMatches,
} from '#server/records/devices.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/** A changed secret or pairing is noticed within this long, on open connections too. */
const TRUSTED_MS = 3000
/** A device that was not requested for this long is dropped from the cache. */
const KEPT_MS = MINUTE_MS

interface Known {
  device: Device
  askedMs: number
}

/**
 * Devices as last read from the records. One query every few seconds reads all devices in use again, so that
 * neither many messages nor many devices cost a query each.
 */
export class DeviceDirectory {
  readonly #db: Db
  readonly #clock: Clock
  readonly #known = new Map<string, Known>()
  readonly #loading = new Map<string, Promise<Device | null>>()
  /** Ids of phones by the hash of their key, for as long as the phone is cached. */
  readonly #phones = new Map<string, string>()
  readonly #listeners = new Set<(id: string) => void>()
  #readMs = 0
  #reading: Promise<void> | null = null

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async get(id: string): Promise<Device | null> {
    const nowMs = this.#clock.nowMs()
    if (Math.abs(nowMs - this.#readMs) >= TRUSTED_MS) {
      this.#reading ??= this.#readAgain(nowMs).finally(() => {
        this.#reading = null
      })
      await this.#reading
    }
    const known = this.#known.get(id)
    if (!known) return this.#load(id)
    known.askedMs = nowMs
    return known.device
  }

  /** The device when id and secret belong together, else null, without a word on which of them was wrong. */
  async authenticate(id: string, secret: string): Promise<Device | null> {
    const device = await this.get(id)
    return device && secretMatches(device, secret) ? device : null
  }

  /** The phone with this key if its key was used lately, without a query. */
  async knownPhone(key: string): Promise<Device | null> {
    const keyHash = hashOf(key)
    const id = this.#phones.get(keyHash)
    const device = id === undefined ? null : await this.get(id)
    if (device?.secretHash !== keyHash) {
      this.#phones.delete(keyHash)
      return null
    }
    // Reading the devices again drops the key of a phone that is only loaded afterwards.
    this.#phones.set(keyHash, device.id)
    return device
  }

  /** The phone with this key; null for an unknown key and for one that was replaced or revoked. */
  async findPhone(key: string): Promise<Device | null> {
    const keyHash = hashOf(key)
    const id = await findPhone(this.#db, keyHash)
    if (id === null) return null
    this.#known.delete(id)
    this.#phones.set(keyHash, id)
    return this.knownPhone(key)
  }

  /** Drops the cached device after a change of its pairing or of the device itself. */
  changed(id: string): void {
    this.#known.delete(id)
    for (const listener of this.#listeners) listener(id)
  }

  /** Calls the listener with each changed device; the returned function stops it. */
  onChange(listener: (id: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #load(id: string): Promise<Device | null> {
    // A malformed id is never queried and an unknown id is never cached, so guesses do not fill the memory.
    if (!DEVICE_ID.test(id)) return null
    const loading = this.#loading.get(id) ?? this.#read(id)
    this.#loading.set(id, loading)
    try {
      return await loading
    } finally {
      this.#loading.delete(id)
    }
  }

  async #read(id: string): Promise<Device | null> {
    const [device] = await findDevices(this.#db, [id])
    if (device) this.#known.set(id, { device, askedMs: this.#clock.nowMs() })
    return device ?? null
  }

  async #readAgain(nowMs: number): Promise<void> {
    for (const [id, { askedMs }] of this.#known) {
      if (Math.abs(nowMs - askedMs) > KEPT_MS) this.#known.delete(id)
    }
    const read = await findDevices(this.#db, [...this.#known.keys()])
    const found = new Map(read.map((device) => [device.id, device]))
    for (const [id, known] of this.#known) {
      const device = found.get(id)
      if (device) known.device = device
      else this.#known.delete(id)
    }
    for (const [keyHash, id] of this.#phones) if (!this.#known.has(id)) this.#phones.delete(keyHash)
    this.#readMs = nowMs
  }
}
