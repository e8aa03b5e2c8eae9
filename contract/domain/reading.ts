/**
 * Output of a decoder, whatever the protocol. Values are in SI units, positions in degrees, times in microseconds since
 * 1970 UTC (a double counts these exactly until the year 2255). Null means that the sensor sent "not available"; a
 * sample that was never sent is absent.
 */
import type { SeriesKey } from './series.ts'

/** One value of one series. `instance` distinguishes engines, batteries or sensors; 0 when there is only one. */
export interface ScalarReading {
  timeUs: number
  key: SeriesKey
  instance: number
  /**
   * `batteries.house` where the sender names engines, batteries or switches instead of numbering them. The vessel's
   * number for that name replaces `instance` before the reading is stored, see server/gateway/instanceNumbers.ts.
   */
  instanceName?: string
  value: number | null
  /** Source of the value, see contract/wire/source.ts; absent when the source is unknown. */
  source?: number
}

/**
 * One position fix as the receiver sent it. The outlier filter decides later, from stored fixes, whether it is
 * accepted.
 */
export interface Fix {
  timeUs: number
  latitudeDeg: number
  longitudeDeg: number
  /** Horizontal dilution of precision, null when the receiver does not report it. */
  hdop: number | null
  /** False when the receiver flags the fix as invalid. */
  valid: boolean
  source?: number
}

/**
 * A run of motion samples of one sensor at a constant rate, as columns: sample i is at startUs + i *
 * intervalUs. Specific force is in mg (1/1000 of 9.80665 m/s²), x forward, y starboard, z up. Attitude is in
 * units of 1e-4 rad: roll positive to starboard, pitch positive bow up, yaw clockwise from north.
 * IMU_NOT_AVAILABLE marks a missing value.
 */
export interface MotionBlock {
  sensor: number
  startUs: number
  intervalUs: number
  forceX: Int16Array
  forceY: Int16Array
  forceZ: Int16Array
  roll: Int16Array
  pitch: Int16Array
  yaw: Int16Array
}

export const IMU_NOT_AVAILABLE = -32768
export const IMU_FORCE_G = 0.001
export const IMU_ANGLE_RAD = 1e-4

/** Position report of another vessel, received over AIS. */
export interface AisReport {
  timeUs: number
  mmsi: number
  name: string | null
  latitudeDeg: number | null
  longitudeDeg: number | null
  sogMps: number | null
  cogRad: number | null
  /** Kind of ship as ITU-R M.1371 numbers them, 1 to 99; absent when it was not sent. */
  shipType?: number | null
}

/**
 * First number for the bits of an engine's discrete status in NMEA 2000, which are faults too. The bits of
 * status 1 come first, then status 2, then transmissions. J1939 numbers have 19 bits.
 */
export const N2K_STATUS_SPN = 2 ** 19
/** "Power Reduction" and "Engine Shutting Down", bits 2 and 7 of status 2. */
export const N2K_POWER_REDUCTION = N2K_STATUS_SPN + 16 + 2
export const N2K_SHUTTING_DOWN = N2K_STATUS_SPN + 16 + 7
/** Number of the fault that an engine is derated: limited in torque to protect itself. */
export const DERATE_SPN = 3644
/** The engine's own protection is about to stop it, or has. */
export const SHUTDOWN_SPNS = [1109, 1110] as const
/** Failure mode of a fault without further details. */
export const FMI_EXISTS = 31

/**
 * An active diagnostic trouble code of J1939 DM1, or its equivalent in other protocols. Lamps: 0 off, 1 on, null not
 * available.
 */
export interface Fault {
  timeUs: number
  instance: number
  spn: number
  fmi: number
  occurrenceCount: number | null
  lamps: {
    protect: number | null
    amberWarning: number | null
    redStop: number | null
    malfunction: number | null
  }
  source?: number
}

/**
 * Identity that a device on a bus reported: its NAME of J1939-81 as 16 hexadecimal digits, or the texts of its maker.
 */
export interface SenderFact {
  timeUs: number
  address: number
  what: 'name' | 'model' | 'version' | 'serial'
  value: string
}

export const REJECTION_REASONS = [
  'malformed',
  'too_large',
  'future_time',
  'no_time',
  'out_of_range',
  'checksum',
  'unknown_format',
  'not_paired',
  'too_many',
  'not_stored',
  'plan',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/**
 * Data that could not be used, with the reason. Refusals of one kind in one message are counted, not listed one by one.
 */
export interface Rejection {
  reason: RejectionReason
  /** A short account for an operator: the field, sentence or frame that was refused. */
  detail: string
  count: number
}

/** Assumption of a file reader: the day of a log that names none, or the meaning of a table's columns. */
export type LogNote = { kind: 'assumed_date'; date: string } | { kind: 'columns'; columns: string[] }

/** Readings of one message, one frame or one chunk of a file. */
export interface Decoded {
  scalars: ScalarReading[]
  fixes: Fix[]
  motion: MotionBlock[]
  ais: AisReport[]
  faults: Fault[]
  senders?: SenderFact[]
  notes?: LogNote[]
  rejected: Rejection[]
}

export const nothingDecoded = (): Decoded => ({
  scalars: [],
  fixes: [],
  motion: [],
  ais: [],
  faults: [],
  rejected: [],
})
