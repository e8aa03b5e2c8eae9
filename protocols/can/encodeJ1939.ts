import { DERATE_SPN, type Fault, N2K_STATUS_SPN, type ScalarReading } from '#contract/domain/reading.ts'
import type { Readings } from '../codec.ts'
import { candumpLine } from './candumpLine.ts'
import { J1939_PARAMETERS, type Parameter } from './j1939Parameters.ts'
import { TP_CONTROL, TP_DATA } from './transport.ts'

const PRIORITY = 6
const FRAME_BYTES = 8
const GEAR = 61445
const VEHICLE_POSITION = 65267
const DM1 = 65226
const OPERATING_INFORMATION = 64914
/** A derated engine has half of its torque left, in steps of 0.4 %. */
const HALF_TORQUE = 125
/** SPN 523 counts from −125: forward, neutral, reverse; unknown is "not available". */
const GEAR_RAW = [126, 125, 124, 255]

/** The J1939 frames of these readings, as `candump -L` text in the order of time. Engine 1 has address 0. */
export function encodeJ1939({ scalars = [], fixes = [], faults = [] }: Readings): Uint8Array {
  const lines: { timeUs: number; text: string }[] = []
  const send = (timeUs: number, pgn: number, source: number, data: Uint8Array) =>
    lines.push({ timeUs, text: messageLines(timeUs, pgn, source, data) })
  for (const [timeUs, readings] of Map.groupBy(scalars, (scalar) => scalar.timeUs)) {
    for (const [pgn, parameters] of J1939_PARAMETERS) {
      for (const { source, data } of parameterMessages(parameters, readings)) send(timeUs, pgn, source, data)
    }
    for (const { key, instance, value } of readings) {
      if (key !== 'transmission_gear') continue
      const data = new Uint8Array(FRAME_BYTES).fill(0xff)
      data[3] = GEAR_RAW[value ?? 3] ?? 255
      send(timeUs, GEAR, sourceOf(instance), data)
    }
  }
  for (const { timeUs, latitudeDeg, longitudeDeg } of fixes) {
    const view = new DataView(new ArrayBuffer(FRAME_BYTES))
    view.setUint32(0, Math.round((latitudeDeg + 210) * 1e7), true)
    view.setUint32(4, Math.round((longitudeDeg + 210) * 1e7), true)
    send(timeUs, VEHICLE_POSITION, 0, new Uint8Array(view.buffer))
  }
  for (const { timeUs, instance, spn } of faults) {
    if (spn !== DERATE_SPN) continue
    const data = new Uint8Array(FRAME_BYTES).fill(0xff)
    data[7] = HALF_TORQUE
    send(timeUs, OPERATING_INFORMATION, sourceOf(instance), data)
  }
  const troubles = faults.filter(({ spn }) => spn !== DERATE_SPN && spn < N2K_STATUS_SPN)
  for (const group of Map.groupBy(troubles, ({ timeUs, instance }) => `${timeUs}/${instance}`).values()) {
    const [first] = group
    if (first) send(first.timeUs, DM1, sourceOf(first.instance), dm1(first, group))
  }
  const text = lines.sort((a, b) => a.timeUs - b.timeUs).map((line) => line.text)
  return Buffer.from(text.join(''), 'latin1')
}

const sourceOf = (instance: number) => (instance === 2 ? 1 : 0)

function parameterMessages(parameters: readonly Parameter[], readings: readonly ScalarReading[]) {
  const messages = new Map<number, Uint8Array>()
  for (const { key, at, bytes, scale, offset, rank, instance } of parameters) {
    // Longer messages than a frame, and second-best parameters, are for real engines to send.
    if (rank > 0 || at + bytes > FRAME_BYTES) continue
    for (const reading of readings) {
      if (reading.key !== key || (instance !== 'sender' && instance !== reading.instance)) continue
      const source = instance === 'sender' ? sourceOf(reading.instance) : 0
      const data = messages.get(source) ?? new Uint8Array(FRAME_BYTES).fill(0xff)
      messages.set(source, data)
      if (reading.value === null) continue
      const raw = Math.round((reading.value - offset) / scale)
      for (let i = 0; i < bytes; i++) data[at + i] = Math.floor(raw / 256 ** i) & 0xff
    }
  }
  return [...messages].map(([source, data]) => ({ source, data }))
}

function dm1({ lamps }: Fault, faults: readonly Fault[]): Uint8Array {
  const data = new Uint8Array(Math.max(2 + faults.length * 4, FRAME_BYTES)).fill(0xff)
  const { malfunction, redStop, amberWarning, protect } = lamps
  data[0] = [malfunction, redStop, amberWarning, protect].reduce<number>(
    (byte, lamp) => (byte << 2) | (lamp ?? 3),
    0,
  )
  faults.forEach(({ spn, fmi, occurrenceCount }, i) => {
    data.set([spn & 0xff, (spn >> 8) & 0xff, ((spn >> 16) << 5) | fmi, occurrenceCount ?? 127], 2 + i * 4)
  })
  return data
}

/** Announces a message longer than a frame to all, and sends it in packets. */
function messageLines(timeUs: number, pgn: number, source: number, data: Uint8Array): string {
  if (data.length <= FRAME_BYTES) return candumpLine(timeUs, { priority: PRIORITY, pgn, source, data })
  const packets = Math.ceil(data.length / 7)
  const announce = [
    32,
    data.length & 0xff,
    data.length >> 8,
    packets,
    0xff,
    pgn & 0xff,
    (pgn >> 8) & 0xff,
    pgn >> 16,
  ]
  let text = transportLine(timeUs, TP_CONTROL, source, Uint8Array.from(announce))
  for (let packet = 0; packet < packets; packet++) {
    const bytes = new Uint8Array(FRAME_BYTES).fill(0xff)
    bytes[0] = packet + 1
    bytes.set(data.subarray(packet * 7, packet * 7 + 7), 1)
    text += transportLine(timeUs, TP_DATA, source, bytes)
  }
  return text
}

const transportLine = (timeUs: number, pgn: number, source: number, data: Uint8Array) =>
  candumpLine(timeUs, { priority: 7, pgn, source, data })
