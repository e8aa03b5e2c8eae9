import type { Decoded } from '#contract/domain/reading.ts'
import { MINUTE_US } from '#contract/domain/time.ts'
import { KNOT_MPS } from '#contract/domain/units.ts'
import type { NoTrip } from '#contract/wire/logImport.ts'

/** Speed is derived from positions up to eleven minutes apart: one every ten minutes, late by a tenth. */
const FARTHEST_US = 11 * MINUTE_US
const MOVING_MPS = 3 * KNOT_MPS
const FROZEN_US = MINUTE_US

/** Learns from the readings of a log why no trip can be found in them. */
export class TripHints {
  #times: number[] = []
  #isClose = false
  #first: { latitudeDeg: number; longitudeDeg: number; timeUs: number } | null = null
  #isRepeated = true
  #lastUs = Number.NEGATIVE_INFINITY
  #sogs = new Set<number>()
  #isMoving = false

  add({ fixes, scalars }: Pick<Decoded, 'fixes' | 'scalars'>): void {
    for (const { timeUs, latitudeDeg, longitudeDeg, valid } of fixes) {
      if (!valid) continue
      this.#first ??= { timeUs, latitudeDeg, longitudeDeg }
      this.#isRepeated &&=
        latitudeDeg === this.#first.latitudeDeg && longitudeDeg === this.#first.longitudeDeg
      this.#lastUs = Math.max(this.#lastUs, timeUs)
      if (!this.#isClose) this.#note(timeUs)
    }
    for (const { key, value } of scalars) {
      if (key !== 'sog' || value === null) continue
      if (value > MOVING_MPS) this.#isMoving = true
      if (this.#sogs.size < 2) this.#sogs.add(value)
    }
  }

  /** Null where trips can be found, or there is nothing to find them in. */
  reason(): NoTrip | null {
    if (!this.#first) return null
    const isLong = this.#lastUs - this.#first.timeUs >= FROZEN_US
    if (this.#isRepeated && this.#isMoving && this.#sogs.size === 1 && isLong) return 'receiver_frozen'
    return !this.#isClose && !this.#isMoving && this.#times.length > 1 && !this.#isRepeated
      ? 'positions_rare'
      : null
  }

  /** Few times are kept: a log with dense positions shows it at once. */
  #note(timeUs: number) {
    if (this.#times.includes(timeUs)) return
    this.#isClose = this.#times.some((other) => Math.abs(other - timeUs) <= FARTHEST_US)
    this.#times.push(timeUs)
    if (this.#isClose) this.#times = this.#times.slice(0, 2)
    else if (this.#times.length > MOST_TIMES) this.#times.shift()
  }
}

const MOST_TIMES = 200
