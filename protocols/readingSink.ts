import {
  type AisReport,
  type Decoded,
  type Fault,
  type Fix,
  nothingDecoded,
  type RejectionReason,
} from '#contract/reading.ts'
import { acceptValue, SERIES, type SeriesKey } from '#contract/series.ts'
import { Speakers } from './speakers.ts'

/**
 * Where a decoder puts what it reads, and the rules that hold for every protocol: unbelievable values become null and
 * are counted, one source speaks for a series, and a sensor that has nothing to say is written once, not every time
 * it says so (a boat without an oil gauge would otherwise store a null a second for ever).
 */
export class ReadingSink {
  #decoded = nothingDecoded()
  readonly #speakers = new Speakers()
  readonly #silent = new Set<number>()

  /** What has come together since the last call. */
  take(): Decoded {
    const decoded = this.#decoded
    this.#decoded = nothingDecoded()
    return decoded
  }

  /**
   * `value` in the series' stored unit, null for "not available". A source of lower `rank` takes a series over from
   * one of higher rank at once; otherwise who speaks goes on speaking.
   */
  scalar(
    timeUs: number,
    key: SeriesKey,
    instance: number,
    value: number | null,
    source: string | number = 0,
    rank = 0,
  ): void {
    const series = SERIES[key].number * 256 + instance
    const accepted = value === null ? null : acceptValue(key, value)
    if (value !== null && accepted === null) this.reject('out_of_range', key)
    if (accepted === null) {
      if (this.#silent.has(series) || !this.#speakers.mayBeSilent(series, source, rank)) return
      this.#silent.add(series)
    } else {
      if (!this.#speakers.maySpeak(series, source, timeUs, rank)) return
      this.#silent.delete(series)
    }
    this.#decoded.scalars.push({ timeUs, key, instance, value: accepted })
  }

  /**
   * The receiver that speaks for the position may say that it has lost it; for the others to take over, they need a
   * valid fix. Latitude and longitude both exactly zero is
   * what receivers send before they have found themselves.
   */
  fix(fix: Fix, source: string | number = 0, rank = 0): void {
    if (!isPlace(fix.latitudeDeg, fix.longitudeDeg)) {
      this.reject('out_of_range', 'position')
      return
    }
    const valid = fix.valid && (fix.latitudeDeg !== 0 || fix.longitudeDeg !== 0)
    const mayGive =
      this.#speakers.maySpeak(POSITION, source, fix.timeUs, valid ? rank : rank + INVALID_RANK) ||
      (!valid && this.#speakers.mayBeSilent(POSITION, source, rank))
    if (mayGive) this.#decoded.fixes.push({ ...fix, valid })
  }

  ais(report: AisReport): void {
    const { latitudeDeg, longitudeDeg, sogMps, cogRad } = report
    const placed = isPlace(latitudeDeg, longitudeDeg)
    this.#decoded.ais.push({
      ...report,
      name: report.name?.replace(/@.*$/s, '').trim().slice(0, 60) || null,
      latitudeDeg: placed ? latitudeDeg : null,
      longitudeDeg: placed ? longitudeDeg : null,
      sogMps: sogMps === null ? null : acceptValue('sog', sogMps),
      cogRad: cogRad === null ? null : acceptValue('cog', cogRad),
    })
  }

  fault(fault: Fault): void {
    this.#decoded.faults.push(fault)
  }

  reject(reason: RejectionReason, detail: string, count = 1): void {
    const known = this.#decoded.rejected.find((one) => one.reason === reason && one.detail === detail)
    if (known) known.count += count
    else if (this.#decoded.rejected.length < MAX_KINDS || detail === OTHERS)
      this.#decoded.rejected.push({ reason, detail, count })
    else this.reject(reason, OTHERS, count)
  }
}

const isPlace = (latitudeDeg: number | null, longitudeDeg: number | null) =>
  latitudeDeg !== null &&
  longitudeDeg !== null &&
  Math.abs(latitudeDeg) <= 90 &&
  Math.abs(longitudeDeg) <= 180

/** Beside the series numbers, which start at 1. */
const POSITION = 0
/** Any valid fix is better than every invalid one. */
const INVALID_RANK = 100
/** Kinds of refusal told apart in one message, so that noise cannot grow the answer without end. */
const MAX_KINDS = 100
const OTHERS = 'and others'
