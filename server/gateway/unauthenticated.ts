import type { BlockList } from 'node:net'
import type { Clock } from '#server/platform/clock.ts'
import { includes } from '#server/platform/networks.ts'
import type { DeviceDirectory } from './deviceDirectory.ts'
import { type Intake, isPaired, type PairedDevice } from './intake.ts'
import { MinuteCounts } from './minuteCounts.ts'

/** Tries a minute from one address that lead to no paired device; a tracker without a boat calls every few seconds. */
const MOST_TRIES = 60

/**
 * Admits devices that prove nothing: an IMEI or a source address is no secret. They come from networks that the
 * operator named, and from no other.
 */
export class Unauthenticated {
  readonly #directory: DeviceDirectory
  readonly #intake: Intake
  readonly #networks: BlockList
  readonly #tries: MinuteCounts

  constructor(given: { directory: DeviceDirectory; intake: Intake; networks: BlockList; clock: Clock }) {
    this.#directory = given.directory
    this.#intake = given.intake
    this.#networks = given.networks
    this.#tries = new MinuteCounts(MOST_TRIES, () => given.clock.nowMs())
  }

  /** False for an address outside the networks, and for one with too many tries in this minute. */
  mayTry = (address: string): boolean => includes(this.#networks, address) && this.#tries.isWithin(address)

  /** The device with this id, while it is of this kind and on a vessel; else null, and the try counts. */
  async admit(
    id: string,
    { kind, address, way }: { kind: 'tracker' | 'nmea'; address: string; way: 'tcp' | 'udp' },
  ): Promise<PairedDevice | null> {
    if (!this.mayTry(address)) return null
    const device = await this.#directory.get(id)
    if (device?.kind === kind && isPaired(device)) return device
    this.#tries.take(address)
    if (device?.kind === kind)
      this.#intake.noteRefused(id, way, 'not_paired', 'The device has data but no vessel.')
    return null
  }
}
