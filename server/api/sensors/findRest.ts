import { Problem } from '#contract/wire/errors.ts'
import type { SensorMounting } from '#contract/wire/sensorMounting.ts'
import {
  matchesAxes,
  measureRest,
  REST_US,
  type Unrest,
} from '#server/processing/formulas/impacts/levelling.ts'
import { partOf } from '#server/processing/formulas/impacts/motionAround.ts'
import type { SensorRest } from '#server/records/sensorMountings.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'

export type Axes = Pick<SensorMounting, 'x_axis' | 'z_axis'>

interface Asked extends Axes {
  vesselNumber: number
  sensor: number
  /** A time within the minute; null searches for the newest minute at rest. */
  fromUs: number | null
}

/**
 * Minutes searched for rest: boats are berthed at the end of a trip. Where the last hour has no minute at rest, a user
 * has to choose one.
 */
const SEARCHED_MINUTES = 60
const READ_AT_ONCE = 10

/** Measurement of the sensor at rest; throws the reason when there is none. */
export async function findRest(telemetry: Telemetry, asked: Asked): Promise<SensorRest> {
  const rest =
    asked.fromUs === null ? await newestRest(telemetry, asked) : await restAt(telemetry, asked, asked.fromUs)
  if (typeof rest === 'string') throw new Problem(rest)
  if (!matchesAxes(asked.x_axis, asked.z_axis, rest)) throw new Problem('NO_REST_TILTED')
  return rest
}

async function restAt(telemetry: Telemetry, asked: Asked, fromUs: number) {
  return (await rests(telemetry, asked, fromUs, 1))[0] ?? 'NO_REST_SILENT'
}

async function newestRest(telemetry: Telemetry, asked: Asked): Promise<SensorRest | Unrest> {
  const totals = await telemetry.impacts.sensorTotals(asked.vesselNumber, [])
  const lastUs = totals.find(({ sensor }) => sensor === asked.sensor)?.lastUs
  if (lastUs === undefined) return 'NO_REST_SILENT'
  let newest: Unrest | null = null
  for (let back = READ_AT_ONCE; back <= SEARCHED_MINUTES; back += READ_AT_ONCE) {
    const found = await rests(telemetry, asked, lastUs - back * REST_US, READ_AT_ONCE)
    const rest = found.findLast((one) => typeof one !== 'string')
    if (rest) return rest
    newest ??= found.filter((one) => typeof one === 'string').at(-1) ?? null
  }
  return newest ?? 'NO_REST_SILENT'
}

/** Measures each of several consecutive minutes. */
async function rests(telemetry: Telemetry, { vesselNumber, sensor }: Asked, fromUs: number, minutes: number) {
  const interval = { vesselNumber, fromUs, toUs: fromUs + minutes * REST_US - 1 }
  const [motion, [movement]] = await Promise.all([
    telemetry.motion.bySensor([interval]),
    telemetry.positions.movement([interval]),
  ])
  const own = motion.find((one) => one.sensor === sensor)
  return Array.from({ length: minutes }, (_, i) => {
    const minute = { fromUs: fromUs + i * REST_US, toUs: fromUs + (i + 1) * REST_US - 1 }
    const isInside = (us: number) => us >= minute.fromUs && us <= minute.toUs
    const speeds = Array.from(movement?.sogMps ?? []).filter(
      (speed, at) => !Number.isNaN(speed) && isInside(movement?.timeUs[at] ?? 0),
    )
    return measureRest(own && partOf(own, minute.fromUs, minute.toUs), speeds)
  })
}
