import type { Decoded, Rejection, ScalarReading } from '#contract/domain/reading.ts'
import { Problem } from '#contract/wire/errors.ts'
import { type InstanceFamily, MOST_INSTANCES } from '#contract/wire/instanceName.ts'
import type { Log } from '#server/platform/log.ts'
import { numberInstances } from '#server/records/instanceNames.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

type Readings = Pick<Decoded, 'scalars'>

/**
 * Replaces the names of engines, batteries, tanks and switches by the vessel's own numbers. The records store
 * the numbers, so they outlive connections and processes. A number never changes, so it may be cached.
 */
export class InstanceNumbers {
  readonly #db: Db
  readonly #log: Log
  /** Numbers by vessel, then by a name such as `batteries.house`. */
  readonly #known = new Map<number, Map<string, number>>()
  /** The last read of each vessel: the next one waits for it. */
  readonly #reading = new Map<number, Promise<void>>()

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** The readings with numbers; readings with a name beyond the limit of its family are rejected. */
  async number<Kind extends Readings>(
    vesselNumber: number,
    readings: Kind,
  ): Promise<{ readings: Kind; rejected: Rejection[] }> {
    if (readings.scalars.every(({ instanceName }) => instanceName === undefined))
      return { readings, rejected: [] }
    if (this.#unknown(vesselNumber, readings.scalars).size > 0)
      await this.#learn(vesselNumber, readings.scalars)
    const numbers = this.#known.get(vesselNumber)
    const refused = new Map<InstanceFamily, number>()
    const scalars = readings.scalars.flatMap(({ instanceName, ...reading }): ScalarReading[] => {
      if (instanceName === undefined) return [reading]
      const instance = numbers?.get(instanceName)
      if (instance !== undefined) return [{ ...reading, instance }]
      const family = familyOf(instanceName)
      refused.set(family, (refused.get(family) ?? 0) + 1)
      return []
    })
    return {
      readings: { ...readings, scalars },
      rejected: [...refused].map(([family, count]) => ({
        reason: 'too_many',
        detail: `more than ${MOST_INSTANCES[family]} names of ${family}`,
        count,
      })),
    }
  }

  /** Names to look up. A full family has no room for new names, so these are not looked up repeatedly. */
  #unknown(vesselNumber: number, scalars: readonly ScalarReading[]): Map<InstanceFamily, Set<string>> {
    const known = this.#known.get(vesselNumber)
    const unknown = new Map<InstanceFamily, Set<string>>()
    for (const { instanceName } of scalars) {
      if (instanceName === undefined || known?.has(instanceName)) continue
      const family = familyOf(instanceName)
      const names = unknown.get(family) ?? new Set()
      unknown.set(family, names.add(instanceName.slice(family.length + 1)))
    }
    for (const family of unknown.keys()) {
      const kept = [...(known?.keys() ?? [])].filter((name) => familyOf(name) === family).length
      if (kept >= MOST_INSTANCES[family]) unknown.delete(family)
    }
    return unknown
  }

  async #learn(vesselNumber: number, scalars: readonly ScalarReading[]): Promise<void> {
    const before = this.#reading.get(vesselNumber) ?? Promise.resolve()
    const reading = before
      .catch(() => undefined)
      .then(async () => {
        const unknown = this.#unknown(vesselNumber, scalars)
        if (unknown.size === 0) return
        const named = await numberInstances(this.#db, vesselNumber, unknown)
        this.#known.set(
          vesselNumber,
          new Map(named.map(({ family, name, number }) => [`${family}.${name}`, number])),
        )
      })
    this.#reading.set(vesselNumber, reading)
    try {
      await reading
    } catch (error) {
      this.#log.error('names of batteries and engines could not be numbered', { error, vesselNumber })
      throw new Problem('unavailable')
    } finally {
      if (this.#reading.get(vesselNumber) === reading) this.#reading.delete(vesselNumber)
    }
  }
}

const familyOf = (name: string) => name.slice(0, name.indexOf('.')) as InstanceFamily
