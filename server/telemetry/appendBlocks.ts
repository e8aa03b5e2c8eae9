/** Readings as packed columns: little-endian integers in base64, unpacked by the engine. */

import type { AisReport, Fix, MotionBlock } from '#contract/domain/reading.ts'
import { SERIES, toSteps } from '#contract/domain/series.ts'
import { DAY_US } from '#contract/domain/time.ts'
import { UNKNOWN_SOURCE } from '#contract/wire/source.ts'
import type { Columns } from '#server/stores/columns/columns.ts'
import type { VesselReadings } from './vesselReadings.ts'

/** Stored 32-bit value of "not available". */
export const NULL_VALUE = -2147483648
export const NO_HDOP = -1
export const HDOP_STEP = 0.01
export const DEGREE_STEP = 1e-7

/** Inserts every kind of reading in the batch; rejects when one insert fails. */
export async function insertReadings(columns: Columns, batch: readonly VesselReadings[]): Promise<void> {
  const inserts = [
    [
      'telemetry.scalar_columns',
      ['vessel', 'series', 'instance', 'source', 'time', 'value'],
      scalarLine(batch),
    ],
    [
      'telemetry.fix_blocks',
      ['vessel', 'source', 'time', 'latitude', 'longitude', 'hdop', 'valid'],
      fixLines(batch),
    ],
    [
      'telemetry.imu_blocks',
      [
        'vessel',
        'sensor',
        'start_us',
        'interval_us',
        'force_x',
        'force_y',
        'force_z',
        'roll',
        'pitch',
        'yaw',
      ],
      motionLines(batch),
    ],
    [
      'telemetry.ais',
      ['vessel', 'time', 'mmsi', 'name', 'latitude', 'longitude', 'sog', 'cog', 'ship_type', 'part'],
      aisLines(batch),
    ],
    [
      'telemetry.faults',
      ['vessel', 'time', 'instance', 'spn', 'fmi', 'occurrences', 'lamps', 'source'],
      faultLines(batch),
    ],
    ['telemetry.senders', ['vessel', 'day', 'address', 'what', 'value'], senderLines(batch)],
  ] as const
  await Promise.all(
    inserts.map(([table, names, lines]) => (lines === '' ? undefined : columns.insert(table, names, lines))),
  )
}

/** All scalars of a batch are one line: of a fleet each series has but a sample or two. */
function scalarLine(batch: readonly VesselReadings[]): string {
  const length = batch.reduce((sum, { scalars }) => sum + scalars.length, 0)
  if (length === 0) return ''
  const [vessels, sources] = [new Uint32Array(length), new Uint32Array(length)]
  const [series, instances] = [new Uint16Array(length), new Uint8Array(length)]
  const times = new Times(length)
  const values = new Int32Array(length)
  let i = 0
  for (const { vesselNumber, scalars } of batch) {
    for (const { timeUs, key, instance, value, source = UNKNOWN_SOURCE } of scalars) {
      vessels[i] = vesselNumber
      series[i] = SERIES[key].number
      instances[i] = instance
      sources[i] = source
      times.set(i, timeUs)
      values[i] = value === null ? NULL_VALUE : toSteps(key, value)
      i++
    }
  }
  return `${[vessels, series, instances, sources, times.bytes, values].map(packed).join('\t')}\n`
}

/** Whole µs as 64-bit integers, written in halves: a BigInt for each would cost more than all the rest. */
class Times {
  readonly bytes: DataView

  constructor(length: number) {
    this.bytes = new DataView(new ArrayBuffer(8 * length))
  }

  set(i: number, timeUs: number): void {
    const us = Math.round(timeUs)
    const high = Math.floor(us / 4_294_967_296)
    this.bytes.setUint32(8 * i, us - high * 4_294_967_296, true)
    this.bytes.setInt32(8 * i + 4, high, true)
  }
}

function fixLines(batch: readonly VesselReadings[]): string {
  let lines = ''
  for (const [source, vesselNumber, fixes] of fixesBySource(batch)) {
    const times = new Times(fixes.length)
    const [latitude, longitude] = [new Int32Array(fixes.length), new Int32Array(fixes.length)]
    const [hdop, valid] = [new Int16Array(fixes.length), new Uint8Array(fixes.length)]
    let i = 0
    for (const fix of fixes) {
      times.set(i, fix.timeUs)
      latitude[i] = Math.round(fix.latitudeDeg / DEGREE_STEP)
      longitude[i] = Math.round(fix.longitudeDeg / DEGREE_STEP)
      hdop[i] = fix.hdop === null ? NO_HDOP : Math.min(32_767, Math.round(fix.hdop / HDOP_STEP))
      valid[i] = fix.valid ? 1 : 0
      i++
    }
    const columns = [times.bytes, latitude, longitude, hdop, valid].map(packed)
    lines += `${[vesselNumber, source, ...columns].join('\t')}\n`
  }
  return lines
}

function* fixesBySource(batch: readonly VesselReadings[]): Iterable<[number, number, Fix[]]> {
  for (const { vesselNumber, fixes } of batch)
    for (const [source, own] of Map.groupBy(fixes, ({ source = UNKNOWN_SOURCE }) => source))
      yield [source, vesselNumber, own]
}

function motionLines(batch: readonly VesselReadings[]): string {
  const lines: string[] = []
  for (const { vesselNumber, motion } of batch)
    for (const block of motion) lines.push(motionLine(vesselNumber, block))
  return lines.join('')
}

const motionLine = (vesselNumber: number, block: MotionBlock) =>
  `${[
    vesselNumber,
    block.sensor,
    Math.round(block.startUs),
    Math.round(block.intervalUs),
    ...[block.forceX, block.forceY, block.forceZ, block.roll, block.pitch, block.yaw].map(packed),
  ].join('\t')}\n`

function aisLines(batch: readonly VesselReadings[]): string {
  let lines = ''
  for (const { vesselNumber, ais } of batch) {
    for (const { timeUs, mmsi, name, latitudeDeg, longitudeDeg, sogMps, cogRad, shipType } of wholeReports(
      ais,
    )) {
      const scaled = (value: number | null, step: number) =>
        value === null ? NULL_VALUE : Math.round(value / step)
      const numbers = [
        scaled(latitudeDeg, DEGREE_STEP),
        scaled(longitudeDeg, DEGREE_STEP),
        scaled(sogMps, 0.001),
        scaled(cogRad, 0.0001),
        shipType ?? 0,
        latitudeDeg === null || longitudeDeg === null ? 1 : 0,
      ]
      lines += `${vesselNumber}\t${instant(timeUs)}\t${mmsi}\t${escaped(name ?? '')}\t${numbers.join('\t')}\n`
    }
  }
  return lines
}

/**
 * A ship's position and name can arrive for the same moment, each without the other: within a batch they form one row.
 */
function wholeReports(reports: readonly AisReport[]): Iterable<AisReport> {
  const whole = new Map<string, AisReport>()
  for (const report of reports) {
    const key = `${report.timeUs} ${report.mmsi}`
    const known = Object.entries(report).filter(([, value]) => value !== null && value !== undefined)
    whole.set(key, { ...(whole.get(key) ?? report), ...Object.fromEntries(known) })
  }
  return whole.values()
}

function faultLines(batch: readonly VesselReadings[]): string {
  let lines = ''
  for (const { vesselNumber, faults } of batch) {
    for (const { timeUs, instance, spn, fmi, occurrenceCount, lamps, source = UNKNOWN_SOURCE } of faults) {
      const lit = [lamps.protect, lamps.amberWarning, lamps.redStop, lamps.malfunction].map(
        (lamp) => lamp ?? -1,
      )
      lines += `${vesselNumber}\t${instant(timeUs)}\t${instance}\t${spn}\t${fmi}\t${occurrenceCount ?? -1}\t[${lit.join(',')}]\t${source}\n`
    }
  }
  return lines
}

function senderLines(batch: readonly VesselReadings[]): string {
  const lines = batch.flatMap(({ vesselNumber, senders = [] }) =>
    senders.map(
      ({ timeUs, address, what, value }) =>
        `${vesselNumber}\t${Math.floor(timeUs / DAY_US)}\t${address}\t${what}\t${escaped(value)}\n`,
    ),
  )
  return [...new Set(lines)].join('')
}

const packed = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64')

/** Seconds with six decimals, as the engine reads a DateTime64(6). */
export const instant = (timeUs: number) =>
  `${Math.floor(timeUs / 1e6)}.${String(Math.floor(timeUs % 1e6)).padStart(6, '0')}`

const escaped = (text: string) => text.replace(/[\\\t\n\r\0]/g, ' ')
