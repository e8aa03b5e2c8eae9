import type { Columns } from '#server/stores/columns/columns.ts'
import { instant } from './appendBlocks.ts'
import {
  BLOCK_US,
  type ImpactBlock,
  type ImpactPeak,
  type SensorCoverage,
  type StoredImpacts,
} from './impactBlock.ts'
import { RowReader } from './rowReader.ts'
import { stretchesSql } from './stretchSql.ts'
import type { Stretch } from './telemetry.ts'

const CLIPPED = 1
const COARSE = 2
const DEGRADED = 4

const NAMES = [
  'vessel',
  'time',
  ...['sensor', 'first_us', 'last_us', 'samples', 'covered_s', 'rate_hz'],
  ...['peak_sensor', 'peak_us', 'peak', 'jerk', 'duration', 'rise', 'free_fall'],
  ...['peak_x', 'peak_y', 'peak_z', 'flags'],
]

export async function insertImpacts(columns: Columns, blocks: readonly ImpactBlock[]): Promise<void> {
  if (blocks.length > 0) await columns.insert('telemetry.impacts', NAMES, blocks.map(toLine).join(''))
}

function toLine({ vesselNumber, startUs, sensors, peaks }: ImpactBlock): string {
  const ofSensors = (pick: (one: SensorCoverage) => number) => `[${sensors.map(pick).join(',')}]`
  const ofPeaks = (pick: (peak: ImpactPeak) => number) => `[${peaks.map(pick).join(',')}]`
  return `${[
    vesselNumber,
    instant(startUs),
    ofSensors(({ sensor }) => sensor),
    ofSensors(({ firstUs }) => Math.round(firstUs - startUs)),
    ofSensors(({ lastUs }) => Math.round(lastUs - startUs)),
    ofSensors(({ samples }) => samples),
    ofSensors(({ coveredS }) => coveredS),
    ofSensors(({ rateHz }) => rateHz),
    ofPeaks(({ sensor }) => sensor),
    ofPeaks(({ timeUs }) => Math.round(timeUs - startUs)),
    ofPeaks(({ peakG }) => peakG),
    ofPeaks(({ jerkGPerS }) => jerkGPerS),
    ofPeaks(({ durationS }) => durationS),
    ofPeaks(({ riseS }) => riseS),
    ofPeaks(({ freeFallS }) => freeFallS),
    ofPeaks(({ xG }) => xG),
    ofPeaks(({ yG }) => yG),
    ofPeaks(({ zG }) => zG),
    ofPeaks(
      ({ clipped, coarse, degraded }) =>
        (clipped ? CLIPPED : 0) + (coarse ? COARSE : 0) + (degraded ? DEGRADED : 0),
    ),
  ].join('\t')}\n`
}

/** One answer for each stretch, in order. Both ends are included. */
export async function readImpacts(columns: Columns, stretches: readonly Stretch[]): Promise<StoredImpacts[]> {
  if (stretches.length === 0) return []
  // A stretch may begin inside a block.
  const where = stretchesSql(stretches.map((one) => ({ ...one, fromUs: one.fromUs - BLOCK_US })))
  const [sensors, peaks] = await Promise.all([readSensors(columns, where), readPeaks(columns, where)])
  return stretches.map(({ vesselNumber, fromUs, toUs }) => ({
    sensors: mergeCoverage(
      (sensors.get(vesselNumber) ?? []).filter(({ firstUs, lastUs }) => firstUs <= toUs && lastUs >= fromUs),
    ),
    peaks: (peaks.get(vesselNumber) ?? []).filter(({ timeUs }) => timeUs >= fromUs && timeUs <= toUs),
  }))
}

async function readSensors(columns: Columns, where: string): Promise<Map<number, SensorCoverage[]>> {
  const rows = new RowReader(
    await columns.rowBinary(`
      SELECT vessel, one_sensor, toUnixTimestamp64Micro(time) + first, toUnixTimestamp64Micro(time) + last, n, covered, rate
      FROM (SELECT * FROM telemetry.impacts FINAL WHERE ${where})
      ARRAY JOIN sensor AS one_sensor, first_us AS first, last_us AS last, samples AS n, covered_s AS covered, rate_hz AS rate
      ORDER BY vessel, time, one_sensor`),
  )
  const byVessel = new Map<number, SensorCoverage[]>()
  while (rows.more) {
    put(byVessel, rows.uint32(), {
      sensor: rows.uint8(),
      firstUs: rows.int64(),
      lastUs: rows.int64(),
      samples: rows.uint32(),
      coveredS: rows.uint8(),
      rateHz: rows.float32(),
    })
  }
  return byVessel
}

async function readPeaks(columns: Columns, where: string): Promise<Map<number, ImpactPeak[]>> {
  const rows = new RowReader(
    await columns.rowBinary(`
      SELECT vessel, s, toUnixTimestamp64Micro(time) + us AS peak_time, p, j, d, r, f, x, y, z, bits
      FROM (SELECT * FROM telemetry.impacts FINAL WHERE ${where})
      ARRAY JOIN peak_sensor AS s, peak_us AS us, peak AS p, jerk AS j, duration AS d, rise AS r, free_fall AS f,
                 peak_x AS x, peak_y AS y, peak_z AS z, flags AS bits
      ORDER BY vessel, peak_time, s`),
  )
  const byVessel = new Map<number, ImpactPeak[]>()
  while (rows.more) {
    const vesselNumber = rows.uint32()
    const measured = {
      sensor: rows.uint8(),
      timeUs: rows.int64(),
      // As a float a peak of exactly 3.4 g is a little more, and above a limit of 3.4 g.
      peakG: Math.round(rows.float32() * 1e5) / 1e5,
      jerkGPerS: rows.float32(),
      durationS: rows.float32(),
      riseS: rows.float32(),
      freeFallS: rows.float32(),
      xG: rows.float32(),
      yG: rows.float32(),
      zG: rows.float32(),
    }
    const bits = rows.uint8()
    put(byVessel, vesselNumber, {
      ...measured,
      clipped: (bits & CLIPPED) > 0,
      coarse: (bits & COARSE) > 0,
      degraded: (bits & DEGRADED) > 0,
    })
  }
  return byVessel
}

/** What the blocks say of each sensor, as one; the rate is the newest. */
function mergeCoverage(blocks: readonly SensorCoverage[]): SensorCoverage[] {
  const bySensor = new Map<number, SensorCoverage>()
  for (const block of blocks) {
    const known = bySensor.get(block.sensor)
    if (!known) bySensor.set(block.sensor, { ...block })
    else {
      known.lastUs = block.lastUs
      known.samples += block.samples
      known.coveredS += block.coveredS
      known.rateHz = block.rateHz
    }
  }
  return [...bySensor.values()].sort((a, b) => a.sensor - b.sensor)
}

function put<Item>(byVessel: Map<number, Item[]>, vesselNumber: number, item: Item) {
  const known = byVessel.get(vesselNumber)
  if (known) known.push(item)
  else byVessel.set(vesselNumber, [item])
}
