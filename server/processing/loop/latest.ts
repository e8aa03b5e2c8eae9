import type { ScalarReading } from '#contract/reading.ts'
import { onGrid, type SeriesKey } from '#contract/series.ts'
import { DERIVED_SOURCE, takesOver } from '#contract/source.ts'
import type { AppendedStretch } from '#server/platform/events.ts'
import { NOTHING_SAID, type VesselState } from '#server/records/vesselStates.ts'
import { FALLBACK_TOP_SPEED_MPS, GLITCH_FACTOR, HOLD_US, SILENCE_US } from '../formulas/parameters.ts'
import {
  type FixGate,
  type GatedFix,
  isPlausible,
  openGate,
  passGate,
} from '../formulas/trips/acceptFixes.ts'
import { type BelievedFix, deriveSog } from '../formulas/trips/deriveSog.ts'

/** Seconds of motion are looked at together, as many as this. */
const SHOWN_IMPACT_US = 5_000_000

interface Speaker {
  source: number | undefined
  timeUs: number
}
type Newest = NonNullable<AppendedStretch['newest'][SeriesKey]>

/**
 * The newest of everything each vessel has said, in memory and, a moment later, in the records. It is what the map
 * shows; whatever is older than what it holds changes nothing.
 */
export class LatestStates {
  readonly #states: Map<number, VesselState>
  readonly #gates = new Map<number, FixGate>()
  /** The last believed fixes, and when SOG was last said, of vessels whose SOG may have to be derived. */
  readonly #trails = new Map<number, { fixes: BelievedFix[]; saidUs: number }>()
  /** Of each vessel who spoke last for the position and each series. */
  readonly #speakers = new Map<number, Map<SeriesKey | 'position', Speaker>>()

  constructor(states: Map<number, VesselState>) {
    this.#states = states
  }

  /** What the records say of vessels counts from now on, whatever was remembered of them. */
  load(vesselNumbers: readonly number[], states: ReadonlyMap<number, VesselState>): void {
    for (const vesselNumber of vesselNumbers) {
      this.#set(vesselNumber, states.get(vesselNumber) ?? NOTHING_SAID)
      for (const known of [this.#gates, this.#trails, this.#speakers]) known.delete(vesselNumber)
    }
  }

  get(vesselNumber: number): VesselState {
    return this.#states.get(vesselNumber) ?? NOTHING_SAID
  }

  /** Takes over what is newer; false when nothing is. SOG and COG count for as little as the fix they came with. */
  take(stretch: AppendedStretch, topSpeedMps: number | null): boolean {
    const known = this.get(stretch.vesselNumber)
    if (stretch.toUs < (known.lastUpdatedUs ?? 0) - SILENCE_US) return false
    const spoken = this.#spoken(stretch)
    const fix = spoken.fix && spoken.fix.timeUs > (known.fixUs ?? 0) ? spoken.fix : null
    const believed = fix ? this.#believe(stretch.vesselNumber, known, fix, topSpeedMps) : []
    const isBelieved = believed.length > 0
    const said = newer(known.latest, spoken.newest, fix !== null && !isBelieved)
    const latest = this.#withSog(stretch, said, believed)
    const lastUpdatedUs = Math.max(known.lastUpdatedUs ?? 0, stretch.toUs)
    if (lastUpdatedUs === known.lastUpdatedUs && !isBelieved && latest === known.latest) return false
    this.#set(stretch.vesselNumber, {
      ...known,
      lastUpdatedUs,
      latest,
      ...(isBelieved && fix
        ? { fixUs: fix.timeUs, latitudeDeg: fix.latitudeDeg, longitudeDeg: fix.longitudeDeg }
        : {}),
    })
    return true
  }

  /** Adds values that were computed from stored samples, such as the impact of the last second, as they are stored. */
  takeDerived(vesselNumber: number, readings: readonly ScalarReading[]): boolean {
    const known = this.get(vesselNumber)
    const newest: VesselState['latest'] = {}
    const ofVessel = readings.filter(({ instance, value }) => instance === 0 && value !== null)
    for (const { key, timeUs, value } of ofVessel) {
      if (timeUs >= (newest[key]?.[0] ?? 0)) newest[key] = [timeUs, onGrid(key, value ?? 0)]
    }
    // Several seconds come at once: a hit in an earlier one of them would never be shown.
    const [newestUs = 0] = newest.impact ?? []
    const sinceUs = Math.max(known.latest.impact?.[0] ?? 0, newestUs - SHOWN_IMPACT_US)
    const unseen = ofVessel.filter(({ key, timeUs }) => key === 'impact' && timeUs > sinceUs)
    if (unseen.length > 0) {
      const hardestG = Math.max(...unseen.map(({ value }) => value ?? 0))
      newest.impact = [newestUs, onGrid('impact', hardestG)]
    }
    const latest = newer(known.latest, newest, false)
    if (latest === known.latest) return false
    this.#set(vesselNumber, { ...known, latest })
    return true
  }

  /** Two antennas would make the boat jump between them: who speaks goes on, until silent or somebody better comes. */
  #spoken({ vesselNumber, newestFix, newest }: AppendedStretch) {
    const speakers = this.#speakers.get(vesselNumber) ?? new Map<SeriesKey | 'position', Speaker>()
    this.#speakers.set(vesselNumber, speakers)
    const mayGive = (what: SeriesKey | 'position', timeUs: number, source: number | undefined) => {
      const known = speakers.get(what)
      if (!known) speakers.set(what, { source, timeUs })
      else if (takesOver({ source, timeUs }, known)) {
        known.source = source
        known.timeUs = timeUs
      } else return false
      return true
    }
    const fix = newestFix && mayGive('position', newestFix.timeUs, newestFix.source) ? newestFix : null
    const spoken: VesselState['latest'] = {}
    for (const key in newest) {
      const [timeUs, value, source] = newest[key as SeriesKey] as Newest
      if (mayGive(key as SeriesKey, timeUs, source))
        spoken[key as SeriesKey] = source === DERIVED_SOURCE ? [timeUs, value, true] : [timeUs, value]
    }
    return { fix, newest: spoken }
  }

  #set(vesselNumber: number, state: VesselState) {
    this.#states.set(vesselNumber, state)
  }

  /** Adds the SOG that the last fixes make, where nobody has said one for as long as it holds. */
  #withSog(
    { vesselNumber, newest }: AppendedStretch,
    latest: VesselState['latest'],
    believed: readonly GatedFix[],
  ): VesselState['latest'] {
    const trail = this.#trails.get(vesselNumber) ?? { fixes: [], saidUs: Number.NEGATIVE_INFINITY }
    this.#trails.set(vesselNumber, trail)
    trail.saidUs = Math.max(trail.saidUs, newest.sog?.[0] ?? Number.NEGATIVE_INFINITY)
    const timeUs = believed.at(-1)?.timeUs
    if (timeUs === undefined) return latest
    const recent = trail.fixes.filter((one) => one.timeUs < timeUs && timeUs - one.timeUs <= HOLD_US)
    const jumps = believed.length > 1
    trail.fixes = [...recent, ...believed.map((one, i) => ({ ...one, jump: jumps && i === 0 }))]
    const sog = deriveSog(trail.fixes).at(-1) ?? Number.NaN
    const isSaid = Math.abs(timeUs - trail.saidUs) <= HOLD_US
    const isKnown = timeUs <= (latest.sog?.[0] ?? Number.NEGATIVE_INFINITY)
    return isSaid || isKnown || Number.isNaN(sog)
      ? latest
      : { ...latest, sog: [timeUs, onGrid('sog', sog), true] }
  }

  #believe(
    vesselNumber: number,
    known: VesselState,
    fix: NonNullable<AppendedStretch['newestFix']>,
    topSpeedMps: number | null,
  ): GatedFix[] {
    if (!isPlausible(fix.latitudeDeg, fix.longitudeDeg, fix.hdop ?? Number.NaN, fix.valid)) return []
    const gate = this.#gates.get(vesselNumber) ?? gateAt(known)
    this.#gates.set(vesselNumber, gate)
    return passGate(gate, fix, GLITCH_FACTOR * (topSpeedMps ?? FALLBACK_TOP_SPEED_MPS))
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
  newest: VesselState['latest'],
  doubted: boolean,
): VesselState['latest'] {
  let latest: VesselState['latest'] | null = null
  for (const name in newest) {
    const key = name as SeriesKey
    const one = newest[key] as [number, number]
    if (one[0] <= (known[key]?.[0] ?? 0) || (doubted && FROM_THE_RECEIVER.includes(key))) continue
    latest ??= { ...known }
    latest[key] = one
  }
  return latest ?? known
}
