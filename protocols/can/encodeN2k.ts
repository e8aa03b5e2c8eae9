import { toPgn } from '@canboat/canboatjs/dist/browser.js'
import {
  type AisReport,
  type Fault,
  type Fix,
  N2K_STATUS_SPN,
  type ScalarReading,
} from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import type { Readings } from '../codec.ts'
import { bankOf, toBusInstance } from '../instances.ts'
import { candumpLine } from './candumpLine.ts'
import { ENGINE_DYNAMIC, setEngineStatus } from './engineStatus.ts'
import { fastPacketFrames } from './fastPacket.ts'
import {
  DC_BATTERY,
  PLAIN_PGNS,
  PRESSURE_ATMOSPHERIC,
  REFERENCE_TRUE,
  SOURCE_OUTSIDE,
  SOURCE_SEA,
  TANK_FUEL,
  WIND_TRUE_NORTH,
} from './n2kSeries.ts'

type Fields = Record<string, number | string>

interface Message {
  pgn: number
  fast?: boolean
  fields: Fields
  /** Bits of an engine's status, as faults. */
  status?: number[]
}

/** One device sends for the whole boat. */
const SOURCE = 1
const PRIORITY = 3

/** The NMEA 2000 frames of these readings, as `candump -L` text in the order of time. */
export function encodeN2k({ scalars = [], fixes = [], ais = [], faults = [] }: Readings): Uint8Array {
  const moments = new Map<number, Message[]>()
  const at = (timeUs: number) => {
    const messages = moments.get(timeUs) ?? []
    moments.set(timeUs, messages)
    return messages
  }
  for (const fix of fixes) at(fix.timeUs).push(fixMessage(fix))
  for (const [timeUs, readings] of Map.groupBy(scalars, (scalar) => scalar.timeUs))
    at(timeUs).push(...messagesOf(readings))
  for (const report of ais) at(report.timeUs).push(...aisMessages(report))
  for (const fault of faults) if (fault.spn >= N2K_STATUS_SPN) setStatus(at(fault.timeUs), fault)
  const inOrder = [...moments].sort(([a], [b]) => a - b)
  let text = ''
  let sequence = 0
  for (const [timeUs, messages] of inOrder)
    for (const message of messages) text += lines(timeUs, message, sequence++)
  return Buffer.from(text, 'latin1')
}

function lines(timeUs: number, { pgn, fast, fields, status }: Message, sequence: number): string {
  const data = toPgn({ pgn, ...fields })
  if (!data) return ''
  if (status) setEngineStatus(data, status)
  const frames = fast ? fastPacketFrames(data, sequence) : [data]
  return frames
    .map((frame) => candumpLine(timeUs, { priority: PRIORITY, pgn, source: SOURCE, data: frame }))
    .join('')
}

/** Adds the status to the message with the current values of its engine. */
function setStatus(messages: Message[], { instance, spn }: Fault): void {
  const bus = toBusInstance(instance)
  let message = messages.find(({ pgn, fields }) => pgn === ENGINE_DYNAMIC && fields.instance === bus)
  if (!message) {
    message = { pgn: ENGINE_DYNAMIC, fast: true, fields: { instance: bus } }
    messages.push(message)
  }
  message.status = [...(message.status ?? []), spn]
}

function messagesOf(readings: readonly ScalarReading[]): Message[] {
  const messages: Message[] = []
  const byInstance = Map.groupBy(readings, (reading) => reading.instance)
  for (const [instance, ofInstance] of byInstance) {
    const values = new Map<SeriesKey, number | null>(ofInstance.map(({ key, value }) => [key, value]))
    messages.push(...plainMessages(values, instance), ...specialMessages(values, instance))
  }
  return messages
}

function plainMessages(values: ReadonlyMap<SeriesKey, number | null>, instance: number): Message[] {
  const messages: Message[] = []
  for (const [pgn, plain] of Object.entries(PLAIN_PGNS)) {
    if (plain.instance ? instance === 0 : instance !== 0) continue
    const fields: Fields = {}
    let hasValue = false
    for (const [field, key, perStored] of plain.fields) {
      const value = values.get(key)
      if (value !== undefined) hasValue = true
      // A field that is left out is sent as "not available".
      if (typeof value === 'number') fields[field] = value * perStored
    }
    if (plain.instance) fields[plain.instance] = toBusInstance(instance)
    if (hasValue) messages.push({ pgn: Number(pgn), fast: plain.fast ?? false, fields })
  }
  return messages
}

/** The messages that `n2kPgns.ts` reads, each from the series it carries; null where none of them was given. */
function specialMessages(values: ReadonlyMap<SeriesKey, number | null>, instance: number): Message[] {
  const message = (
    pgn: number,
    keys: Partial<Record<SeriesKey, string>>,
    fixed: Fields,
    factor = 1,
  ): Message[] => {
    const given = Object.entries(keys).filter(([key]) => values.has(key as SeriesKey))
    if (given.length === 0) return []
    const fields = { ...fixed }
    for (const [key, field] of given) {
      const value = values.get(key as SeriesKey)
      if (typeof value === 'number') fields[field] = value * factor
    }
    return [{ pgn, fields }]
  }
  if (instance > 0) {
    return [
      ...tankMessage(values, instance),
      ...switchMessage(values, instance),
      ...acInputMessage(values, instance),
      ...chargeMessage(values, instance),
    ]
  }
  const below = values.get('depth_below_transducer')
  const surface = values.get('depth_below_surface')
  const offset: Fields =
    typeof below === 'number' && typeof surface === 'number' ? { offset: surface - below } : {}
  return [
    ...message(129026, { sog: 'sog', cog: 'cog' }, { cogReference: REFERENCE_TRUE }),
    ...message(127245, { rudder_angle: 'position' }, { instance: 0 }),
    ...message(127250, { heading: 'heading' }, { reference: REFERENCE_TRUE }),
    ...message(128259, { stw: 'speedWaterReferenced' }, {}),
    ...message(128267, { depth_below_transducer: 'depth' }, offset),
    ...message(
      130306,
      { wind_speed: 'windSpeed', wind_direction: 'windAngle' },
      { reference: WIND_TRUE_NORTH },
    ),
    ...message(
      129291,
      { current_speed: 'drift', current_direction: 'set' },
      { setReference: REFERENCE_TRUE },
    ),
    ...message(130312, { air_temperature: 'actualTemperature' }, { instance: 0, source: SOURCE_OUTSIDE }),
    ...message(130312, { water_temperature_fc: 'actualTemperature' }, { instance: 0, source: SOURCE_SEA }),
    ...message(130313, { humidity_fc: 'actualHumidity' }, { instance: 0, source: SOURCE_OUTSIDE }, 100),
    ...message(130314, { pressure_fc: 'pressure' }, { instance: 0, source: PRESSURE_ATMOSPHERIC }),
  ]
}

/** The bus carries a level and a capacity; the remaining volume is their product. */
function tankMessage(values: ReadonlyMap<SeriesKey, number | null>, instance: number): Message[] {
  if (!values.has('fuel_level')) return []
  const level = values.get('fuel_level')
  const remainingM3 = values.get('fuel_remaining')
  const fields: Fields = { instance: toBusInstance(instance), type: TANK_FUEL }
  if (typeof level === 'number') fields.level = level * 100
  if (level && typeof remainingM3 === 'number') fields.capacity = (remainingM3 / level) * 1000
  return [{ pgn: 127505, fields }]
}

/** Message of a switch bank. An unknown state is sent as "error"; a switch that is left out does not exist. */
function switchMessage(values: ReadonlyMap<SeriesKey, number | null>, instance: number): Message[] {
  return (['switch', 'further_switch'] as const).flatMap((key) => {
    const state = values.get(key)
    if (state === undefined) return []
    const { bank, number } = bankOf({ key, instance })
    return [{ pgn: 127501, fields: { instance: bank, [`indicator${number}`]: state ?? 2 } }]
  })
}

function chargeMessage(values: ReadonlyMap<SeriesKey, number | null>, instance: number): Message[] {
  const charge = values.get('battery_charge')
  if (charge === undefined) return []
  const fields: Fields = { instance: toBusInstance(instance), dcType: DC_BATTERY }
  if (charge !== null) fields.stateOfCharge = charge * 100
  return [{ pgn: 127506, fast: true, fields }]
}

/** One line, as on small boats. */
function acInputMessage(values: ReadonlyMap<SeriesKey, number | null>, instance: number): Message[] {
  const voltage = values.get('ac_input_voltage')
  if (voltage === undefined) return []
  const line = voltage === null ? { line: 0 } : { line: 0, voltage }
  const fields: Fields = { instance: toBusInstance(instance), numberOfLines: 1 }
  return [{ pgn: 127503, fast: true, fields: { ...fields, list: [line] } as unknown as Fields }]
}

/** The rapid position has neither quality nor validity; the full message carries both, and the time. */
function fixMessage({ timeUs, latitudeDeg, longitudeDeg, hdop, valid }: Fix): Message {
  const fields: Fields = { latitude: latitudeDeg, longitude: longitudeDeg }
  if (hdop === null && valid) return { pgn: 129025, fields }
  const iso = new Date(timeUs / 1e3).toISOString()
  fields.date = iso.slice(0, 10).replaceAll('-', '.')
  fields.time = iso.slice(11, 23)
  fields.gnssType = 0
  fields.method = valid ? 1 : 0
  fields.referenceStations = 0
  if (hdop !== null) fields.hdop = hdop
  return { pgn: 129029, fast: true, fields }
}

function aisMessages({ mmsi, name, latitudeDeg, longitudeDeg, sogMps, cogRad }: AisReport): Message[] {
  const messages: Message[] = []
  if (latitudeDeg !== null && longitudeDeg !== null) {
    const fields: Fields = { messageId: 18, userId: mmsi, latitude: latitudeDeg, longitude: longitudeDeg }
    if (sogMps !== null) fields.sog = sogMps
    if (cogRad !== null) fields.cog = cogRad
    messages.push({ pgn: 129039, fast: true, fields })
  }
  if (name !== null) messages.push({ pgn: 129809, fast: true, fields: { messageId: 24, userId: mmsi, name } })
  return messages
}
