import {
  type AisReport,
  type Decoded,
  type Fault,
  type Fix,
  nothingDecoded,
  type RejectionReason,
  type ScalarReading,
  type SenderFact,
} from '#contract/domain/reading.ts'
import { acceptValue, type SeriesKey } from '#contract/domain/series.ts'
import { type SourceFamily, sourceOf } from '#contract/wire/source.ts'

/** A named engine or battery of several: `batteries.house`, with its number on this connection. */
interface InstanceOfConnection {
  number: number
  name: string
}

/**
 * Collects the readings of a decoder and applies the rules of every protocol. Implausible values become null and are
 * counted; every reading is stored with its source. The choice between several sources of a series happens at read
 * time, so nothing here depends on earlier readings.
 */
export class ReadingSink {
  #decoded = nothingDecoded()
  readonly #family: SourceFamily

  constructor(family: SourceFamily) {
    this.#family = family
  }

  /** Returns the readings collected since the last call. */
  take(): Decoded {
    const decoded = this.#decoded
    this.#decoded = nothingDecoded()
    return decoded
  }

  /**
   * `value` in the series' stored unit, null for "not available". A lower `rank` is a better source of the
   * quantity.
   */
  scalar(
    timeUs: number,
    key: SeriesKey,
    instance: number | InstanceOfConnection,
    value: number | null,
    sender: string | number = 0,
    rank = 0,
    family = this.#family,
  ): void {
    const accepted = value === null ? null : acceptValue(key, value)
    if (value !== null && accepted === null) this.reject('out_of_range', key)
    const isNamed = typeof instance !== 'number'
    const reading: ScalarReading = {
      timeUs,
      key,
      instance: isNamed ? instance.number : instance,
      value: accepted,
      source: sourceOf(family, rank, sender),
    }
    if (isNamed) reading.instanceName = instance.name
    this.#decoded.scalars.push(reading)
  }

  /**
   * Adds a fix. Latitude 0, longitude 0 counts as invalid, because receivers send it before their first fix.
   */
  fix(fix: Fix, sender: string | number = 0, rank = 0, family = this.#family): void {
    if (!isPlace(fix.latitudeDeg, fix.longitudeDeg)) {
      this.reject('out_of_range', 'position')
      return
    }
    const valid = fix.valid && (fix.latitudeDeg !== 0 || fix.longitudeDeg !== 0)
    this.#decoded.fixes.push({ ...fix, valid, source: sourceOf(family, rank, sender) })
  }

  ais(report: AisReport): void {
    const { latitudeDeg, longitudeDeg, sogMps, cogRad, shipType, ...rest } = report
    const placed = isPlace(latitudeDeg, longitudeDeg)
    this.#decoded.ais.push({
      ...rest,
      ...(isShipType(shipType) ? { shipType } : {}),
      name: report.name?.replace(/@.*$/s, '').trim().slice(0, 60) || null,
      latitudeDeg: placed ? latitudeDeg : null,
      longitudeDeg: placed ? longitudeDeg : null,
      sogMps: sogMps === null ? null : acceptValue('sog', sogMps),
      cogRad: cogRad === null ? null : acceptValue('cog', cogRad),
    })
  }

  /** Ignores an empty text. */
  sender(fact: SenderFact): void {
    const value = fact.value
      .replace(/[^\x20-\x7e]/g, '')
      .trim()
      .slice(0, 64)
    this.#decoded.senders ??= []
    if (value !== '') this.#decoded.senders.push({ ...fact, value })
  }

  fault(fault: Fault, sender: string | number = 0, family = this.#family): void {
    this.#decoded.faults.push({ ...fault, source: sourceOf(family, 0, sender) })
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

/** Maximum number of kinds of refusal in one message, so that noise cannot grow the answer without end. */
const MAX_KINDS = 100
const OTHERS = 'and others'

const isShipType = (type: number | null | undefined): type is number =>
  Number.isInteger(type) && (type as number) > 0 && (type as number) < 100
