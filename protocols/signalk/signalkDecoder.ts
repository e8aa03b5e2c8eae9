import type { AisReport, Decoded } from '#contract/domain/reading.ts'
import { acceptValue } from '#contract/domain/series.ts'
import { allotInstances, BANKED_SWITCH, type InstanceFamily } from '#contract/wire/instanceName.ts'
import { isTurn, turned } from '../angles.ts'
import type { MessageDecoder } from '../codec.ts'
import { switchOf } from '../instances.ts'
import { isRecord, type JsonRecord, parseJson } from '../json.ts'
import { ReadingSink } from '../readingSink.ts'
import { textLines } from '../textLines.ts'
import { timestampUs } from '../timestampUs.ts'
import { GEARS, meaningOf, type PathMeaning, switchNameOf } from './paths.ts'

/** PGNs about other vessels: their context is never the own vessel. */
const AIS_PGN_FROM = 129038
const AIS_PGN_TO = 129810

interface Update {
  timeUs: number
  source: string
}

/**
 * Reads Signal K deltas: one JSON message, a list, or one a line. It also reads answers of the history API,
 * and lines of a path with its value and timestamp, as scripts write them. The own vessel is `vessels.self`,
 * the vessel in the server's hello, or else the first vessel with data other than AIS. All other vessels
 * become AIS reports.
 */
export class SignalkDecoder implements MessageDecoder {
  readonly #sink = new ReadingSink('signalk')
  /** Numbers of this connection for the names of each family, until the vessel's own replace them. */
  readonly #numbers = new Map<InstanceFamily, Map<string, number>>()
  /** Capacity of fuel tanks in m³, by their name. */
  readonly #capacityM3 = new Map<string, number>()
  #self: string | null = null
  #variation: { rad: number; timeUs: number } | null = null
  #hdop: number | null = null
  #valid = true

  decode(message: Uint8Array, receivedUs: number | null): Decoded {
    const text = new TextDecoder().decode(message)
    const whole = parseJson(text)
    if (whole !== undefined) this.#message(whole, receivedUs)
    else {
      for (const line of textLines(text)) {
        for (const part of messagesIn(line)) {
          const parsed = parseJson(part)
          if (parsed === undefined) this.#sink.reject('malformed', 'JSON')
          else this.#message(parsed, receivedUs)
        }
      }
    }
    return this.#sink.take()
  }

  #message(message: unknown, receivedUs: number | null): void {
    const rows = isRecord(message) ? message.rows : message
    if (Array.isArray(rows)) for (const one of rows) this.#one(one, receivedUs)
    else this.#one(message, receivedUs)
  }

  #one(message: unknown, receivedUs: number | null): void {
    if (isRecord(message) && Array.isArray(message.data)) this.#history(message, message.data)
    else if (isRecord(message) && typeof message.path === 'string')
      this.#update(
        { ...message, $source: message.$source ?? message.source, values: [message] },
        '',
        receivedUs,
      )
    else this.#delta(message, receivedUs)
  }

  /** Rows of a time and a value for each requested path; a position is longitude and latitude. */
  #history({ context, values }: JsonRecord, rows: readonly unknown[]): void {
    const paths = Array.isArray(values)
      ? values.map((value) => (isRecord(value) ? value.path : undefined))
      : []
    const own = typeof context === 'string' && context.startsWith('vessels.') ? context : ''
    if (own !== '') this.#self ??= own
    for (const row of rows) {
      const [timestamp, ...found] = Array.isArray(row) ? row : []
      const hasFields = paths.flatMap((path, i) => {
        const value = found[i]
        if (typeof path !== 'string' || value === null || value === undefined) return []
        if (!Array.isArray(value)) return [{ path, value }]
        return [{ path, value: { longitude: value[0], latitude: value[1] } }]
      })
      this.#update({ timestamp, values: hasFields, $source: 'history' }, own, null)
    }
  }

  #delta(delta: unknown, receivedUs: number | null): void {
    const updates = isRecord(delta) ? delta.updates : null
    const isHello = isRecord(delta) && updates === undefined && 'version' in delta
    // A server first sends its identity; that message has no updates.
    if (isRecord(delta) && typeof delta.self === 'string') this.#self = inVessels(delta.self)
    const context = isRecord(delta) ? (delta.context ?? '') : null
    if (isHello) return
    if (!Array.isArray(updates) || typeof context !== 'string') this.#malformed('delta')
    else for (const update of updates) this.#update(update, context, receivedUs)
  }

  #malformed(detail: string): void {
    this.#sink.reject('malformed', detail)
  }

  #update(update: unknown, context: string, receivedUs: number | null): void {
    // Metadata travels in updates of its own.
    if (isRecord(update) && update.values === undefined && update.meta !== undefined) return
    if (!isRecord(update) || !Array.isArray(update.values)) {
      this.#malformed('update')
      return
    }
    const stampUs = typeof update.timestamp === 'string' ? timestampUs(update.timestamp) : Number.NaN
    const timeUs = Number.isNaN(stampUs) ? receivedUs : stampUs
    if (timeUs === null) this.#sink.reject('no_time', 'update', Math.max(update.values.length, 1))
    else if (this.#isSelf(context, update)) this.#own(update.values, { timeUs, source: sourceOf(update) })
    else this.#other(update.values, context, timeUs)
  }

  #isSelf(context: string, update: JsonRecord): boolean {
    if (context === '' || context === 'vessels.self') return true
    if (this.#self !== null) return context === this.#self
    const source = update.source
    const pgn = isRecord(source) && typeof source.pgn === 'number' ? source.pgn : 0
    const ais = (pgn >= AIS_PGN_FROM && pgn <= AIS_PGN_TO) || /VDM/.test(sourceOf(update))
    if (ais || !context.startsWith('vessels.')) return false
    this.#self = context
    return true
  }

  #own(values: readonly unknown[], update: Update): void {
    for (const entry of values) {
      if (!isRecord(entry) || typeof entry.path !== 'string') this.#malformed('value without path')
      else this.#value(entry.path, entry.value, update)
    }
  }

  #value(path: string, value: unknown, update: Update): void {
    if (path === 'navigation.position') this.#position(value, update)
    else if (path === 'navigation.attitude' || path === 'environment.current') {
      if (isRecord(value))
        for (const [name, part] of Object.entries(value)) this.#scalar(`${path}.${name}`, part, update)
    } else if (path === 'navigation.magneticVariation') this.#learnVariation(number(value), update)
    else if (path === 'navigation.headingMagnetic') this.#headingMagnetic(value, update)
    else if (path === 'navigation.gnss.horizontalDilution') this.#hdop = number(value)
    else if (path === 'navigation.gnss.methodQuality')
      this.#valid = typeof value !== 'string' || !/^no /i.test(value)
    else this.#scalar(path, value, update)
  }

  #scalar(path: string, value: unknown, update: Update): void {
    const capacity = /^tanks\.fuel\.([^.]+)\.capacity$/.exec(path)?.[1]
    if (capacity !== undefined) this.#learnCapacity(capacity, number(value))
    const onOff = switchNameOf(path)
    if (onOff !== null) this.#switch(onOff, value, update)
    const meaning = meaningOf(path)
    if (!meaning) return
    const stored = meaning.key === 'transmission_gear' ? gear(value) : value
    if (stored !== null && typeof stored !== 'number') this.#malformed(meaning.key)
    else if (meaning.group === null)
      this.#sink.scalar(update.timeUs, meaning.key, 0, stored, update.source, meaning.rank)
    else this.#named(meaning.group, meaning.name, meaning, stored, update)
  }

  /** A value of one of several engines, batteries or tanks. */
  #named(
    family: InstanceFamily,
    given: string,
    { key, rank }: Pick<PathMeaning, 'key' | 'rank'>,
    value: number | null,
    { timeUs, source }: Update,
  ): void {
    const name = instanceName(given)
    if (name === null) {
      this.#malformed(`name of ${family}`)
      return
    }
    const of = { number: this.#numberOf(family, name) ?? 255, name: `${family}.${name}` }
    this.#sink.scalar(timeUs, key, of, value, source, rank)
    const capacityM3 = this.#capacityM3.get(name)
    if (key !== 'fuel_level' || value === null || !capacityM3) return
    // A level that is none gives no volume.
    const level = acceptValue('fuel_level', value)
    const volumeM3 = level === null ? null : level * capacityM3
    this.#sink.scalar(timeUs, 'fuel_remaining', of, volumeM3, source, 1)
  }

  #learnCapacity(given: string, capacityM3: number | null): void {
    const name = instanceName(given)
    if (name !== null && capacityM3 !== null && this.#numberOf('tanks', name) !== null)
      this.#capacityM3.set(name, capacityM3)
  }

  /** Switches of a bank are numbered as on NMEA 2000; named switches share the numbers above 252. */
  #switch(name: string, value: unknown, update: Update): void {
    const state = typeof value === 'boolean' ? Number(value) : value
    const [, bank, number] = BANKED_SWITCH.exec(name) ?? []
    const known = bank === undefined ? null : switchOf(Number(bank), Number(number))
    if (bank !== undefined && known === null) this.#sink.reject('out_of_range', 'switch')
    else if (state !== null && typeof state !== 'number') this.#malformed('switch')
    else if (known?.key === 'switch')
      this.#sink.scalar(update.timeUs, 'switch', known.instance, state, update.source)
    else this.#named('switches', name, { key: 'further_switch', rank: 0 }, state, update)
  }

  /** Null for a name beyond the family's limit. */
  #numberOf(family: InstanceFamily, name: string): number | null {
    const numbers = this.#numbers.get(family) ?? new Map<string, number>()
    this.#numbers.set(family, numbers)
    const known = numbers.get(name)
    if (known !== undefined) return known
    const number = allotInstances(family, numbers.values(), [name]).get(name) ?? null
    if (number !== null) numbers.set(name, number)
    return number
  }

  #learnVariation(rad: number | null, { timeUs }: Update): void {
    if (rad === null) return
    if (isTurn(rad)) this.#variation = { rad, timeUs }
    else this.#sink.reject('out_of_range', 'variation')
  }

  #headingMagnetic(value: unknown, { timeUs, source }: Update): void {
    const magnetic = number(value)
    const variation = this.#variation
    if (magnetic === null || variation === null || variation.timeUs > timeUs) return
    this.#sink.scalar(timeUs, 'heading', 0, turned(magnetic, variation.rad), source, 1)
  }

  #position(value: unknown, { timeUs, source }: Update): void {
    if (value === null) return
    const latitudeDeg = isRecord(value) ? number(value.latitude) : null
    const longitudeDeg = isRecord(value) ? number(value.longitude) : null
    if (latitudeDeg === null || longitudeDeg === null) this.#malformed('position')
    else this.#sink.fix({ timeUs, latitudeDeg, longitudeDeg, hdop: this.#hdop, valid: this.#valid }, source)
  }

  #other(values: readonly unknown[], context: string, timeUs: number): void {
    const mmsi = Number(/\bmmsi:(\d{1,9})$/.exec(context)?.[1])
    if (!(mmsi > 0)) return
    const report: AisReport = {
      timeUs,
      mmsi,
      name: null,
      latitudeDeg: null,
      longitudeDeg: null,
      sogMps: null,
      cogRad: null,
    }
    let hasFields = false
    for (const entry of values) {
      if (!isRecord(entry) || typeof entry.path !== 'string') this.#malformed('value without path')
      else if (setField(report, entry.path, entry.value)) hasFields = true
    }
    if (hasFields) this.#sink.ais(report)
  }
}

/** The messages of a line, on which several may stand without a line end between them. */
const messagesIn = (line: string): string[] =>
  parseJson(line) === undefined ? line.split(/(?<=\})[\0-\x20]*(?=\{")/) : [line]

const number = (value: unknown) => (typeof value === 'number' ? value : null)
const inVessels = (self: string) => (self.startsWith('vessels.') ? self : `vessels.${self}`)

function sourceOf(update: JsonRecord): string {
  if (typeof update.$source === 'string') return update.$source
  const source = update.source
  if (!isRecord(source)) return ''
  const parts = [source.label, source.src ?? source.talker, source.sentence ?? source.pgn]
  return parts.filter((part) => typeof part === 'string' || typeof part === 'number').join('.')
}

/** Longest name of an engine, battery, tank or switch, in characters. */
const LONGEST_NAME = 64

/**
 * A name in its stored form: numbers without leading zeros. Null for a name that is too long or contains
 * control characters.
 */
function instanceName(name: string): string | null {
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name)) return null
  return /^\d+$/.test(name) ? name.replace(/^0+(?=\d)/, '') : name
}

function gear(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const index = GEARS.findIndex((name) => name.toLowerCase() === value.toLowerCase())
  return index < 0 ? GEARS.length - 1 : index
}

/** Writes this value of another vessel into the report; false for a path without a field. */
function setField(report: AisReport, path: string, value: unknown): boolean {
  if (path === 'navigation.position' && isRecord(value)) {
    report.latitudeDeg = number(value.latitude)
    report.longitudeDeg = number(value.longitude)
  } else if (path === 'navigation.speedOverGround') report.sogMps = number(value)
  else if (path === 'navigation.courseOverGroundTrue') report.cogRad = number(value)
  else if (path === 'design.aisShipType' && isRecord(value)) report.shipType = number(value.id)
  else if ((path === '' || path === '/') && isRecord(value) && typeof value.name === 'string')
    report.name = value.name
  else return false
  return true
}
