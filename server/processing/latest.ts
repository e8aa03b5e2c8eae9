import type { AppendedStretch } from '#contract/events.ts'
import type { ScalarReading } from '#contract/reading.ts'
import type { SeriesKey } from '#contract/series.ts'
import { NOTHING_SAID, type VesselState } from '#server/records/vesselStates.ts'
import { FALLBACK_TOP_SPEED_MPS, GLITCH_FACTOR, SILENCE_US } from './parameters.ts'
import { type FixGate, isPlausible, openGate, passGate } from './trips/acceptFixes.ts'

/**
 * The newest of everything each vessel has said, in memory and, a moment later, in the records. It is what the map
 * shows; whatever is older than what it holds changes nothing.
 */
export class LatestStates {
  readonly #states: Map<number, VesselState>
  readonly #gates = new Map<number, FixGate>()
  readonly #changed = new Set<number>()

  constructor(states: Map<number, VesselState>) {
    this.#states = states
  }

  get(vesselNumber: number): VesselState {
    return this.#states.get(vesselNumber) ?? NOTHING_SAID
  }

  /** Takes over what is newer; false when nothing is. SOG and COG count for as little as the fix they came with. */
  take(stretch: AppendedStretch, topSpeedMps: number | null): boolean {
    const known = this.get(stretch.vesselNumber)
    if (stretch.toUs < (known.lastUpdatedUs ?? 0) - SILENCE_US) return false
    const fix = stretch.newestFix && stretch.newestFix.timeUs > (known.fixUs ?? 0) ? stretch.newestFix : null
    const believed = fix ? this.#believe(stretch.vesselNumber, known, fix, topSpeedMps) : null
    const latest = newer(known.latest, stretch.newest, fix !== null && !believed)
    const lastUpdatedUs = Math.max(known.lastUpdatedUs ?? 0, stretch.toUs)
    if (lastUpdatedUs === known.lastUpdatedUs && !believed && latest === known.latest) return false
    this.#set(stretch.vesselNumber, {
      ...known,
      lastUpdatedUs,
      latest,
      ...(believed && fix
        ? { fixUs: fix.timeUs, latitudeDeg: fix.latitudeDeg, longitudeDeg: fix.longitudeDeg }
        : {}),
    })
    return true
  }

  /** Adds values that were computed from stored samples, such as the impact of the last second. */
  takeDerived(vesselNumber: number, readings: readonly ScalarReading[]): boolean {
    const known = this.get(vesselNumber)
    const newest: AppendedStretch['newest'] = {}
    for (const { key, instance, timeUs, value } of readings) {
      if (instance !== 0 || value === null) continue
      if (timeUs >= (newest[key]?.[0] ?? 0)) newest[key] = [timeUs, value]
    }
    const latest = newer(known.latest, newest, false)
    if (latest === known.latest) return false
    this.#set(vesselNumber, { ...known, latest })
    return true
  }

  /** The vessels that changed since the last call. */
  takeChanged(): number[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  #set(vesselNumber: number, state: VesselState) {
    this.#states.set(vesselNumber, state)
    this.#changed.add(vesselNumber)
  }

  #believe(
    vesselNumber: number,
    known: VesselState,
    fix: NonNullable<AppendedStretch['newestFix']>,
    topSpeedMps: number | null,
  ) {
    if (!isPlausible(fix.latitudeDeg, fix.longitudeDeg, fix.hdop ?? Number.NaN, fix.valid)) return false
    const gate = this.#gates.get(vesselNumber) ?? gateAt(known)
    this.#gates.set(vesselNumber, gate)
    return passGate(gate, fix, GLITCH_FACTOR * (topSpeedMps ?? FALLBACK_TOP_SPEED_MPS)).length > 0
  }
}

const gateAt = ({ fixUs, latitudeDeg, longitudeDeg }: VesselState): FixGate =>
  fixUs === null || latitudeDeg === null || longitudeDeg === null
    ? openGate()
    : { anchor: { timeUs: fixUs, latitudeDeg, longitudeDeg }, pending: [] }

const FROM_THE_RECEIVER: readonly SeriesKey[] = ['sog', 'cog']

/** `known` itself when nothing in `newest` is newer. */
function newer(
  known: VesselState['latest'],
  newest: AppendedStretch['newest'],
  doubted: boolean,
): VesselState['latest'] {
  const fresh = (Object.entries(newest) as [SeriesKey, [number, number]][]).filter(
    ([key, [timeUs]]) => timeUs > (known[key]?.[0] ?? 0) && !(doubted && FROM_THE_RECEIVER.includes(key)),
  )
  return fresh.length === 0 ? known : { ...known, ...Object.fromEntries(fresh) }
}
