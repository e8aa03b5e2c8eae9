/** Instrument readings of a boat, from a row of a track or from her berth. */
import {
  DERATE_SPN,
  type Decoded,
  type Fault,
  type Fix,
  FMI_EXISTS,
  N2K_POWER_REDUCTION,
} from '#contract/domain/reading.ts'
import type { SeriesKey } from '#contract/domain/series.ts'
import { DEG_RAD } from '#contract/domain/units.ts'
import type { Boat, Equipment } from './fleet.ts'
import { hasHouseSensors, houseAt, INLET, PUMP } from './house.ts'
import { HELD_BACK_S } from './mishap.ts'
import { gaussian, noise1 } from './random.ts'
import { seaAt } from './sea.ts'
import type { Track } from './track.ts'
import { consortOf, shipsInRange } from './traffic.ts'
import type { Waypoint } from './waters.ts'

export type BoatReadings = Omit<Decoded, 'senders' | 'notes' | 'rejected'>

/**
 * Under way: navigation, depth, shaft speed and fuel rate each second, slower quantities as rarely as on a
 * bus.
 */
export function describeUnderWay(
  boat: Boat,
  seed: number,
  track: Track,
  row: number,
  tankM3: number,
  impacts: boolean,
  readings: BoatReadings,
): void {
  const { hull } = boat
  const second = track.startS + row
  const timeUs = second * 1_000_000
  const add = (key: SeriesKey, value: number, instance = 0) =>
    readings.scalars.push({ timeUs, key, instance, value })
  const of = (column: Float32Array | Float64Array) => column[row] ?? 0
  const sogMps = Math.max(0, of(track.sogMps) + (of(track.sogMps) > 0.2 ? 0.04 * gaussian(seed + second) : 0))

  readings.fixes.push(fixAt(of(track.latitudeDeg), of(track.longitudeDeg), second, seed))
  add('sog', sogMps)
  add('cog', turn(of(track.cogRad) + (sogMps > 0.5 ? 0.008 * gaussian(seed + second + 7) : 0)))
  add('heading', turn(of(track.headingRad) + 0.005 * gaussian(seed + second + 13)))
  // Boats that steer with their drives have no rudder.
  if (hull.kind !== 'rib' && second % 2 === 0)
    add(
      'rudder_angle',
      HARD_OVER_RAD * (of(track.turnRadps) / hull.turnRadps) + 0.003 * gaussian(seed + second + 17),
    )
  add('depth_below_transducer', Math.max(0.4, of(track.depthM) - 0.6 + 0.05 * gaussian(seed + second + 29)))
  if (impacts) {
    // The impact of the vessel, and that of its first sensor, which measured it.
    add('impact', of(track.impactG))
    add('impact', of(track.impactG), 1)
  }

  for (let engine = 1; engine <= hull.engines; engine++) {
    const own = 1 + (engine === 1 ? 0 : 0.012 * noise1(seed + engine, second / 50))
    const running = of(track.engineHz) > 0
    add(
      'engine_speed',
      of(track.engineHz) * own * (1 + 0.003 * gaussian(seed + second + 41 * engine)),
      engine,
    )
    add('fuel_rate', of(track.fuelM3ps) * own, engine)
    if (second % 2 === 0) add('engine_load', of(track.load) * own, engine)
    if (second % 5 !== 0) continue
    add('coolant_temperature', of(track.coolantK) + 0.8 * own, engine)
    add(
      'oil_pressure',
      running ? oilPressurePa(of(track.engineHz) / (hull.maxRpm / 60), of(track.oilK)) * own : 0,
      engine,
    )
    if (second % 10 !== 0) continue
    add('oil_temperature', of(track.oilK), engine)
    add('alternator_voltage', running ? hull.systemVolt * 1.175 + 0.05 * gaussian(seed + second) : 0, engine)
    if (hull.kind !== 'rib') add('boost_pressure', running ? 1.6e5 * of(track.load) ** 0.8 : 0, engine)
    add('transmission_gear', of(track.sogMps) > 0.15 && running ? 0 : 1, engine)
  }
  readings.faults.push(...faultsAt(boat, track, row))
  if (boat.receivesAis && hull.kind === 'rib') readings.ais.push(...consortOf(track, row))
  if (boat.receivesAis)
    readings.ais.push(...shipsInRange(of(track.latitudeDeg), of(track.longitudeDeg), second))
  if (second % 2 === 0) {
    add('wind_speed', of(track.windSpeedMps))
    add('wind_direction', turn(of(track.windFromRad)))
  }
  if (second % 10 !== 0) return
  add(
    'battery_voltage',
    hull.systemVolt * (of(track.engineHz) > 0 ? 1.165 : 1.05) + 0.02 * gaussian(seed + second + 3),
    1,
  )
  add('battery_current', of(track.engineHz) > 0 ? 12 + 3 * noise1(seed + 9, second / 300) : -8, 1)
  addTank(boat, tankM3, add)
  add('air_temperature', of(track.airTemperatureK))
  add('water_temperature_fc', of(track.waterTemperatureK))
  add('pressure_fc', of(track.pressurePa))
  add('wave_height', of(track.waveHeightM))
}

/** Most rudders stop at 35°; helmsmen leave the last degrees. */
const HARD_OVER_RAD = 30 * DEG_RAD

/**
 * Faults of an engine whose propeller was stopped: it derates for a while, and reports it as the boat's bus does. J1939
 * also names the cause in its DM1: the rope keeps cooling water out.
 */
function faultsAt({ equipment }: Boat, { startS, mishap }: Track, row: number): Fault[] {
  if (mishap?.kind !== 'fouled' || row < mishap.atS || row > mishap.atS + HELD_BACK_S) return []
  const timeUs = (startS + row) * 1_000_000
  return FAULTS[equipment].map(({ spn, fmi, amberWarning }) => ({
    ...{ timeUs, instance: 1, spn, fmi, occurrenceCount: null },
    lamps: { protect: null, amberWarning, redStop: null, malfunction: null },
  }))
}

type FaultOfBus = Pick<Fault, 'spn' | 'fmi'> & Pick<Fault['lamps'], 'amberWarning'>

const LAMP_ON = 1
const COOLANT_SPN = 110
/** Above normal, moderately severe. */
const FMI_HIGH = 16
const OF_J1939: readonly FaultOfBus[] = [
  { spn: DERATE_SPN, fmi: FMI_EXISTS, amberWarning: null },
  { spn: COOLANT_SPN, fmi: FMI_HIGH, amberWarning: LAMP_ON },
]
/** Buses without an engine report no faults. */
const FAULTS: Readonly<Record<Equipment, readonly FaultOfBus[]>> = {
  n2k: [{ spn: N2K_POWER_REDUCTION, fmi: FMI_EXISTS, amberWarning: null }],
  'nmea0183+j1939': OF_J1939,
  'readings+j1939': OF_J1939,
  'nmea0183+readings': [],
  signalk: [],
}

/** At the berth: a position that wanders by a metre or two, batteries, tanks and weather. */
export function describeMoored(
  boat: Boat,
  seed: number,
  berth: Waypoint,
  second: number,
  tankM3: number,
  readings: BoatReadings,
): void {
  const timeUs = second * 1_000_000
  const add = (key: SeriesKey, value: number, instance = 0) =>
    readings.scalars.push({ timeUs, key, instance, value })
  const sea = seaAt(berth[0], berth[1], second)
  readings.fixes.push(fixAt(berth[0], berth[1], second, seed))
  add('sog', Math.abs(0.06 * gaussian(seed + second)))
  add('heading', turn(seed + 0.03 * noise1(seed, second / 900)))
  for (let engine = 1; engine <= boat.hull.engines; engine++) {
    add('engine_speed', 0, engine)
    add('fuel_rate', 0, engine)
  }
  add('battery_voltage', boat.hull.systemVolt * 1.055 + 0.01 * gaussian(seed + second + 3), 1)
  add('wind_speed', sea.windSpeedMps * 0.8)
  add('wind_direction', turn(sea.windFromRad))
  add('air_temperature', sea.airTemperatureK)
  add('pressure_fc', sea.pressurePa)
  addTank(boat, tankM3, add)
  describeHouse(boat, seed, second, readings)
}

/** At the berth: whether the bilge pump runs, and whether current comes aboard. */
export function describeHouse(boat: Boat, seed: number, second: number, readings: BoatReadings): void {
  if (!hasHouseSensors(boat)) return
  const { isPumping, shoreV } = houseAt(seed, second)
  const timeUs = second * 1_000_000
  readings.scalars.push(
    { timeUs, key: 'switch', instance: PUMP, value: isPumping ? 1 : 0 },
    { timeUs, key: 'ac_input_voltage', instance: INLET, value: shoreV },
  )
}

function addTank(
  boat: Boat,
  tankM3: number,
  add: (key: SeriesKey, value: number, instance: number) => void,
): void {
  add('fuel_level', tankM3 / boat.hull.tankM3, 1)
  add('fuel_remaining', tankM3, 1)
}

/** A receiver's error wanders by about a metre within a minute or so. */
function fixAt(latitudeDeg: number, longitudeDeg: number, second: number, seed: number): Fix {
  const northM = 1.1 * noise1(seed + 31, second / 70)
  const eastM = 1.1 * noise1(seed + 32, second / 80)
  return {
    timeUs: second * 1_000_000,
    latitudeDeg: latitudeDeg + northM / METRES_A_DEGREE,
    longitudeDeg: longitudeDeg + eastM / (METRES_A_DEGREE * Math.cos(latitudeDeg * DEG_RAD)),
    hdop: 0.9 + 0.2 * noise1(seed + 33, second / 600),
    valid: true,
  }
}

/** Oil is thick when cold and the pump turns with the engine. */
const oilPressurePa = (speedShare: number, oilK: number) =>
  Math.min(5.6e5, (1.3e5 + 3.4e5 * Math.min(1, speedShare * 1.3)) * (1 + Math.max(0, 350 - oilK) / 160))

const METRES_A_DEGREE = 111_195
const turn = (rad: number) => ((rad % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
