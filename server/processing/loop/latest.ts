import type { Fix, ScalarReading } from '#contract/domain/reading.ts'
import { onGrid } from '#contract/domain/series.ts'
import { MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import { haversineM } from '#contract/geodesy/geo.ts'
import type { NoticeKind } from '#contract/wire/device.ts'
import { takesOver } from '#contract/wire/source.ts'
import type { AppendedInterval } from '#server/platform/events.ts'
import { EMPTY_STATE, LIVE_SERIES, type LiveSeries, type VesselState } from '#server/records/vesselStates.ts'
import {
  DERIVE_GAP_US,
  DERIVED_MOVING_ABOVE_MPS,
  FALLBACK_TOP_SPEED_MPS,
  GLITCH_FACTOR,
  HOLD_US,
  MOVING_ABOVE_MPS,
  SILENCE_US,
} from '../formulas/parameters.ts'
import {
  type AcceptedFix,
  isPlausible,
  newOutlierFilter,
  type OutlierFilter,
  passOutlierFilter,
} from '../formulas/trips/acceptFixes.ts'
import { deriveLastSog } from '../formulas/trips/deriveSog.ts'
import { disagrees, roundedSog, STUCK_US } from '../formulas/trips/stuckReceiver.ts'

/** Impacts of this many seconds of motion are shown together. */
const SHOWN_IMPACT_US = 5_000_000

interface SelectedSource {
  source: number | undefined
  timeUs: number
}

/** The last accepted fixes, one a second, and the time since when the reported SOG is constant. */
interface Trail {
  fixes: AcceptedFix[]
  sogMps: number
  sogSinceUs: number
  sogUs: number
  /** Speed shown instead of a reported SOG that is stuck; NaN while none is. */
  insteadMps: number
}

/** A fault that lasts is noted this often. */
const NOTICE_EVERY_US = 10 * MINUTE_US

/** Fixes of this time are kept, and as many before it as a derived speed of a sparse feed needs. */
const TRAIL_US = 65_000_000
const TRAIL_SPARSE = 3

/**
 * Position and newest shown values of each vessel, in memory and, a moment later, in the records. A sample older than
 * the stored one changes nothing.
 */
export class LatestStates {
  readonly #states: Map<number, VesselState>
  readonly #gates = new Map<number, OutlierFilter>()
  /** Input of the derived SOG, for vessels that may need one. */
  readonly #trails = new Map<number, Trail>()
  readonly #notices = new Map<number, { kind: NoticeKind; timeUs: number; isSaved: boolean }[]>()
  /** Last source of the position and of each series, by vessel. */
  readonly #selectedSources = new Map<number, Map<LiveSeries | 'position', SelectedSource>>()

  constructor(states: Map<number, VesselState>) {
    this.#states = states
  }

  /** Loads the states of vessels from the records and drops everything remembered about these vessels. */
  load(vesselNumbers: readonly number[], states: ReadonlyMap<number, VesselState>): void {
    for (const vesselNumber of vesselNumbers) {
      this.#set(vesselNumber, states.get(vesselNumber) ?? EMPTY_STATE)
      for (const known of [this.#gates, this.#trails, this.#selectedSources, this.#notices])
        known.delete(vesselNumber)
    }
  }

  get(vesselNumber: number): VesselState {
    return this.#states.get(vesselNumber) ?? EMPTY_STATE
  }

  /** Stores newer values; returns false when none is newer. SOG and COG of a rejected fix are dropped too. */
  take(interval: AppendedInterval, topSpeedMps: number | null): boolean {
    const known = this.get(interval.vesselNumber)
    if (interval.toUs < (known.lastUpdatedUs ?? 0) - SILENCE_US) return false
    const selected = this.#selected(interval)
    const accepted = this.#accept(interval.vesselNumber, known, selected.fixes, topSpeedMps)
    const last = accepted.at(-1)
    const isDoubted = selected.fixes.length > 0 && last?.timeUs !== selected.fixes.at(-1)?.timeUs
    const reported = newer(known.latest, selected.newest, isDoubted)
    const latest = this.#withSog(interval, reported, accepted)
    const lastUpdatedUs = Math.max(known.lastUpdatedUs ?? 0, interval.toUs)
    if (lastUpdatedUs === known.lastUpdatedUs && !last && latest === known.latest) return false
    this.#set(interval.vesselNumber, {
      ...{ ...known, lastUpdatedUs, latest },
      ...(last && { fixUs: last.timeUs, latitudeDeg: last.latitudeDeg, longitudeDeg: last.longitudeDeg }),
    })
    return true
  }

  /** Adds impacts that were computed from stored motion, as they are stored. */
  takeImpacts(vesselNumber: number, readings: readonly ScalarReading[]): boolean {
    const known = this.get(vesselNumber)
    const [knownUs = 0] = known.latest.impact ?? []
    const unseen = readings.filter(
      ({ key, timeUs, instance, value }) =>
        key === 'impact' && instance === 0 && value !== null && timeUs > knownUs,
    )
    if (unseen.length === 0) return false
    const newestUs = Math.max(...unseen.map(({ timeUs }) => timeUs))
    // Several seconds arrive at once: without this, an impact in an earlier second would never be shown.
    const shown = unseen.filter(({ timeUs }) => timeUs > newestUs - SHOWN_IMPACT_US)
    const hardestG = Math.max(...shown.map(({ value }) => value ?? 0))
    this.#set(vesselNumber, {
      ...known,
      latest: { ...known.latest, impact: [newestUs, onGrid('impact', hardestG)] },
    })
    return true
  }

  /**
   * Two antennas would make the boat jump between them: a source stays selected until it is silent or a better one
   * comes.
   */
  #selected({ vesselNumber, lastFixes, newest }: AppendedInterval) {
    const selectedSources =
      this.#selectedSources.get(vesselNumber) ?? new Map<LiveSeries | 'position', SelectedSource>()
    this.#selectedSources.set(vesselNumber, selectedSources)
    const mayGive = (what: LiveSeries | 'position', timeUs: number, source: number | undefined) => {
      const known = selectedSources.get(what)
      if (!known) selectedSources.set(what, { source, timeUs })
      else if (takesOver({ source, timeUs }, known)) {
        known.source = source
        known.timeUs = timeUs
      } else return false
      return true
    }
    const newestFix = lastFixes.at(-1)
    const isSelected = newestFix && mayGive('position', newestFix.timeUs, newestFix.source)
    const knownUs = this.get(vesselNumber).fixUs ?? 0
    const selected: VesselState['latest'] = {}
    for (const key of LIVE_SERIES) {
      const [timeUs, value, source] = newest[key] ?? []
      if (timeUs !== undefined && value !== undefined && mayGive(key, timeUs, source))
        selected[key] = [timeUs, value]
    }
    return { fixes: isSelected ? lastFixes.filter(({ timeUs }) => timeUs > knownUs) : [], newest: selected }
  }

  /** Saves the new faults of a vessel's receiver; a lasting fault is noted every ten minutes. */
  async saveNotices(
    vesselNumber: number,
    save: (notice: { kind: NoticeKind; timeUs: number }) => Promise<void>,
  ): Promise<void> {
    for (const notice of this.#notices.get(vesselNumber) ?? []) {
      if (notice.isSaved) continue
      await save({ kind: notice.kind, timeUs: notice.timeUs })
      notice.isSaved = true
    }
  }

  #note(vesselNumber: number, kind: NoticeKind, timeUs: number) {
    const known = this.#notices.get(vesselNumber) ?? []
    const last = known.find((notice) => notice.kind === kind)
    if (last && timeUs - last.timeUs < NOTICE_EVERY_US) return
    const others = known.filter((notice) => notice !== last)
    this.#notices.set(vesselNumber, [...others, { kind, timeUs, isSaved: false }])
  }

  #set(vesselNumber: number, state: VesselState) {
    this.#states.set(vesselNumber, state)
  }

  /**
   * Uses the SOG derived from the last fixes when no SOG was reported within the hold time, or when the
   * reported SOG is stuck.
   */
  #withSog(
    { vesselNumber, newest }: AppendedInterval,
    latest: VesselState['latest'],
    accepted: readonly AcceptedFix[],
  ): VesselState['latest'] {
    const trail = this.#trails.get(vesselNumber) ?? emptyTrail()
    this.#trails.set(vesselNumber, trail)
    const [sogUs, sogMps] = newest.sog ?? []
    if (sogUs !== undefined && sogMps !== undefined && sogUs >= trail.sogUs) {
      if (roundedSog(sogMps) !== roundedSog(trail.sogMps) || sogUs - trail.sogUs > DERIVE_GAP_US)
        trail.sogSinceUs = sogUs
      Object.assign(trail, { sogMps, sogUs })
    }
    const timeUs = accepted.at(-1)?.timeUs
    if (timeUs === undefined) {
      const isStuck = !Number.isNaN(trail.insteadMps) && trail.sogSinceUs < trail.sogUs - STUCK_US
      return isStuck && sogUs !== undefined && latest.sog?.[0] === sogUs
        ? { ...latest, sog: [sogUs, trail.insteadMps, true] }
        : latest
    }
    trail.fixes = keptFixes([...trail.fixes, ...accepted])
    const fault = faultOf(trail)
    if (fault) this.#note(vesselNumber, fault, timeUs)
    const isReported = Math.abs(timeUs - trail.sogUs) <= HOLD_US
    const isSteady = isReported && trail.sogUs - trail.sogSinceUs >= STUCK_US
    const isKnown = timeUs <= (latest.sog?.[0] ?? Number.NEGATIVE_INFINITY)
    if (isReported ? !isSteady : isKnown) return latest
    const sog = onGrid('sog', deriveLastSog(trail.fixes))
    trail.insteadMps = Number.NaN
    if (Number.isNaN(sog) || (isSteady && !disagrees(roundedSog(trail.sogMps), sog))) return latest
    if (isSteady) {
      trail.insteadMps = sog
      this.#note(vesselNumber, 'receiver_frozen', timeUs)
    }
    return { ...latest, sog: [Math.max(timeUs, latest.sog?.[0] ?? timeUs), sog, true] }
  }

  #accept(
    vesselNumber: number,
    known: VesselState,
    fixes: readonly Fix[],
    topSpeedMps: number | null,
  ): AcceptedFix[] {
    const outlierFilter = this.#gates.get(vesselNumber) ?? filterAt(known)
    this.#gates.set(vesselNumber, outlierFilter)
    const limitMps = GLITCH_FACTOR * (topSpeedMps ?? FALLBACK_TOP_SPEED_MPS)
    return fixes.flatMap((fix) =>
      isPlausible(fix.latitudeDeg, fix.longitudeDeg, fix.hdop ?? Number.NaN, fix.valid)
        ? passOutlierFilter(outlierFilter, fix, limitMps)
        : [],
    )
  }
}

const filterAt = ({ fixUs, latitudeDeg, longitudeDeg }: VesselState): OutlierFilter =>
  fixUs === null || latitudeDeg === null || longitudeDeg === null
    ? newOutlierFilter()
    : { anchor: { timeUs: fixUs, latitudeDeg, longitudeDeg, jump: false }, pending: [] }

/** A receiver that repeats its position while the boat moves, and positions too rare to find a trip in them. */
function faultOf({ fixes, sogMps, sogUs }: Trail): NoticeKind | null {
  const [first, before, last] = [fixes[0], fixes.at(-2), fixes.at(-1)]
  if (!first || !before || !last) return null
  const isMoving = sogMps > MOVING_ABOVE_MPS && Math.abs(last.timeUs - sogUs) <= HOLD_US
  const isRepeated = fixes.every(
    (fix) => fix.latitudeDeg === last.latitudeDeg && fix.longitudeDeg === last.longitudeDeg,
  )
  if (isMoving && isRepeated && last.timeUs - first.timeUs >= STUCK_US) return 'receiver_frozen'
  const apartUs = last.timeUs - before.timeUs
  if (apartUs <= DERIVE_GAP_US || last.timeUs - sogUs <= apartUs) return null
  const wayM = haversineM(before.latitudeDeg, before.longitudeDeg, last.latitudeDeg, last.longitudeDeg)
  return (wayM * 1e6) / apartUs > DERIVED_MOVING_ABOVE_MPS ? 'positions_rare' : null
}

const emptyTrail = (): Trail => ({
  ...{ fixes: [], sogMps: Number.NaN, insteadMps: Number.NaN },
  ...{ sogSinceUs: Number.NEGATIVE_INFINITY, sogUs: Number.NEGATIVE_INFINITY },
})

function keptFixes(fixes: readonly AcceptedFix[]): AcceptedFix[] {
  const kept: AcceptedFix[] = []
  const lastUs = fixes.at(-1)?.timeUs ?? 0
  for (const [i, fix] of fixes.entries()) {
    if (lastUs - fix.timeUs > TRAIL_US && i < fixes.length - TRAIL_SPARSE) continue
    const second = Math.floor(fix.timeUs / SECOND_US)
    const last = kept.at(-1)
    if (last && Math.floor(last.timeUs / SECOND_US) === second) {
      kept.pop()
      kept.push({ ...fix, jump: fix.jump || last.jump })
    } else kept.push(fix)
  }
  return kept
}

const FROM_THE_RECEIVER: readonly LiveSeries[] = ['sog', 'cog']

/** Returns `known` itself when nothing in `newest` is newer. */
function newer(
  known: VesselState['latest'],
  newest: VesselState['latest'],
  isDoubted: boolean,
): VesselState['latest'] {
  let latest: VesselState['latest'] | null = null
  for (const key of LIVE_SERIES) {
    const one = newest[key]
    if (!one || one[0] <= (known[key]?.[0] ?? 0) || (isDoubted && FROM_THE_RECEIVER.includes(key))) continue
    latest ??= { ...known }
    latest[key] = one
  }
  return latest ?? known
}
