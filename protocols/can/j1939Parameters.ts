import type { SeriesKey } from '#contract/domain/series.ts'
import { DEG_RAD, L_PER_HR_M3PS, ZERO_CELSIUS_K } from '#contract/domain/units.ts'

/** One parameter (SPN) of a J1939 message: stored value = raw × scale + offset, raw little-endian from byte `at`. */
export interface Parameter {
  spn: number
  key: SeriesKey
  at: number
  bytes: 1 | 2 | 3 | 4
  scale: number
  offset: number
  /** Lower is better, when several parameters report one quantity. */
  rank: number
  /** `sender` numbers by sender; a number is the instance itself. */
  instance: 'sender' | number
}

type Row = readonly [
  spn: number,
  key: SeriesKey,
  at: number,
  bytes: Parameter['bytes'],
  scale: number,
  offset?: number,
  rank?: number,
  instance?: number,
]

const KPA = 1000
const LITRE = 0.001
const L_PER_HR = 1 / L_PER_HR_M3PS
const MINUS_40_C = ZERO_CELSIUS_K - 40
/** The 16-bit temperature counts 1/32 K from −273 °C. */
const MINUS_273_C = ZERO_CELSIUS_K - 273
const KMH = 1 / 3.6
/** Hours in 0.05 h steps. */
const TWENTIETH_HOUR_S = 180

const rows: Readonly<Record<number, readonly Row[]>> = {
  61443: [[92, 'engine_load', 2, 1, 0.01]],
  61444: [
    [190, 'engine_speed', 3, 2, 0.125 / 60],
    [513, 'engine_torque', 2, 1, 0.01, -1.25],
  ],
  61459: [
    [3318, 'euler_y', 0, 2, 0.002 * DEG_RAD, -64 * DEG_RAD, 1, 0],
    [3319, 'euler_x', 2, 2, 0.002 * DEG_RAD, -64 * DEG_RAD, 1, 0],
  ],
  61481: [
    [4976, 'euler_y', 0, 3, DEG_RAD / 32_768, -250 * DEG_RAD, 0, 0],
    [4977, 'euler_x', 3, 3, DEG_RAD / 32_768, -250 * DEG_RAD, 0, 0],
  ],
  61482: [[4985, 'rate_of_turn', 4, 2, DEG_RAD / 128, -250 * DEG_RAD, 0, 0]],
  64777: [
    [5053, 'trip_fuel_used', 0, 4, 0.001 * LITRE],
    [5054, 'fuel_consumption', 4, 4, 0.001 * LITRE],
  ],
  65104: [
    [1800, 'battery_temperature', 0, 1, 1, MINUS_40_C, 0, 1],
    [1801, 'battery_temperature', 1, 1, 1, MINUS_40_C, 0, 2],
  ],
  65106: [[2579, 'battery_current', 0, 2, 0.05, -1600]],
  65172: [[2435, 'sea_water_pump_pressure', 2, 1, 2 * KPA]],
  65190: [[1127, 'boost_pressure', 0, 2, 0.125 * KPA, 0, 1]],
  65200: [[1036, 'trip_run_time', 8, 4, TWENTIETH_HOUR_S]],
  65203: [[1029, 'avg_fuel_rate', 4, 2, 0.05 * L_PER_HR]],
  65253: [[247, 'engine_hours', 0, 4, TWENTIETH_HOUR_S]],
  65256: [
    [517, 'sog', 2, 2, KMH / 256, 0, 0, 0],
    [165, 'cog', 0, 2, DEG_RAD / 128, 0, 0, 0],
  ],
  65257: [
    [182, 'trip_fuel_used', 0, 4, 0.5 * LITRE, 0, 1],
    [250, 'fuel_consumption', 4, 4, 0.5 * LITRE, 0, 1],
  ],
  65262: [
    [110, 'coolant_temperature', 0, 1, 1, MINUS_40_C],
    [175, 'oil_temperature', 2, 2, 1 / 32, MINUS_273_C],
  ],
  65263: [
    [94, 'fuel_pressure', 0, 1, 4 * KPA],
    [100, 'oil_pressure', 3, 1, 4 * KPA],
    [109, 'coolant_pressure', 6, 1, 2 * KPA],
  ],
  65266: [
    [183, 'fuel_rate', 0, 2, 0.05 * L_PER_HR],
    [183, 'inst_fuel_rate', 0, 2, 0.05 * L_PER_HR],
  ],
  65269: [
    [108, 'pressure_fc', 0, 1, 0.5 * KPA, 0, 0, 0],
    [171, 'air_temperature', 3, 2, 1 / 32, MINUS_273_C, 0, 0],
  ],
  65270: [[102, 'boost_pressure', 1, 1, 2 * KPA]],
  65271: [
    [114, 'battery_current', 0, 1, 1, -125, 1],
    [167, 'alternator_voltage', 2, 2, 0.05],
    [168, 'battery_voltage', 4, 2, 0.05],
    [158, 'battery_voltage', 6, 2, 0.05, 0, 1],
  ],
  65272: [
    [127, 'transmission_oil_pressure', 3, 1, 16 * KPA],
    [177, 'transmission_oil_temperature', 4, 2, 1 / 32, MINUS_273_C],
  ],
  65276: [
    [96, 'fuel_level', 1, 1, 0.004, 0, 0, 1],
    [38, 'fuel_level', 6, 1, 0.004, 0, 0, 2],
  ],
}

/**
 * The parameters we use by PGN, with byte positions of SAE J1939-71. Positions of the high-resolution fuel counters
 * are those of PGN 64777 itself (SPN 5053 and 5054 in ml), not of its namesake 65257.
 */
export const J1939_PARAMETERS: ReadonlyMap<number, readonly Parameter[]> = new Map(
  Object.entries(rows).map(([pgn, parameters]) => [
    Number(pgn),
    parameters.map(([spn, key, at, bytes, scale, offset = 0, rank = 0, instance]) => ({
      spn,
      key,
      at,
      bytes,
      scale,
      offset,
      rank,
      instance: instance ?? 'sender',
    })),
  ]),
)

/** Codes from 0xFB… up are parameter specific, reserved, error or "not available". */
export function rawValue(data: Uint8Array, at: number, bytes: number): number | null {
  if (at + bytes > data.length) return null
  let raw = 0
  for (let i = bytes - 1; i >= 0; i--) raw = raw * 256 + (data[at + i] ?? 0)
  return (data[at + bytes - 1] ?? 0) > 0xfa ? null : raw
}
