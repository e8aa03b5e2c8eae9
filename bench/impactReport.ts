/**
 * The impact report of a six-hour trip with three sensors and 2,000 events, with the circumstances of each: `node
 * bench/impactReport.ts`. The boat has two engines at 10 Hz, depth and position each second; she receives twenty
 * ships, and thirty boats of the same organization sail along.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECOND_US } from '#contract/domain/time.ts'
import { impactReport } from '#server/analytics/impactReport/impactReport.ts'
import { openColumns } from '#server/stores/columns/openColumns.ts'
import { BLOCK_US, type ImpactPeak } from '#server/telemetry/impactBlock.ts'
import { openTelemetry } from '#server/telemetry/openTelemetry.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { nothing } from './benchFleet.ts'
import { print, quantile } from './figures.ts'

const START_US = Date.UTC(2026, 4, 18) * 1000
const TRIP_S = 6 * 3600
const EVENTS = 2000
const SENSORS = [1, 2, 3]
const FLEET = 30
const SHIPS = 20
const BOAT = 1

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
const columns = await openColumns({ dataDir })
try {
  const telemetry = openTelemetry(columns)
  await fill(telemetry)
  const ask = () =>
    impactReport({
      telemetry,
      ...{ vesselNumber: BOAT, fromUs: START_US, toUs: START_US + TRIP_S * SECOND_US },
      sensors: SENSORS.map((number) => ({
        ...{ id: `sensor ${number}`, vesselId: '', number, description: null },
        ...{ useWithSafetySpeed: false, createdAt: new Date() },
      })),
      settings: new Map(),
      fleet: Array.from({ length: FLEET + 1 }, (_, i) => ({
        ...{
          number: i + BOAT,
          name: `Boat ${i}`,
          mmsi: null,
          organizationId: 'bench',
          departmentId: 'bench',
        },
      })),
      scope: { organizationId: 'bench', departmentIds: null },
      thresholdG: 0.5,
      nearbyM: 25,
    })
  const tookMs: number[] = []
  const cpuS: number[] = []
  let events = 0
  for (let i = 0; i < 5; i++) {
    const before = process.cpuUsage()
    const startMs = performance.now()
    events = (await ask()).impact_events.length
    tookMs.push(performance.now() - startMs)
    const used = process.cpuUsage(before)
    cpuS.push((used.user + used.system) / 1e6)
  }
  print(
    `impact report, 6 hours, 3 sensors, ${events} events, ${FLEET} boats and ${SHIPS} ships around`,
    `first ${tookMs[0]?.toFixed(0)} ms, median ${quantile(tookMs, 0.5).toFixed(0)} ms, ${quantile(cpuS, 0.5).toFixed(2)} CPU-s`,
  )
  await totals(telemetry)
} finally {
  await columns.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function fill(telemetry: Telemetry) {
  for (let hour = 0; hour < TRIP_S / 3600; hour++) {
    for (let boat = BOAT; boat <= BOAT + FLEET; boat++) await telemetry.append([hourOf(boat, hour)])
  }
  const blocks = Array.from({ length: (TRIP_S * SECOND_US) / BLOCK_US }, (_, i) => START_US + i * BLOCK_US)
  await telemetry.impacts.store(blocks.map((startUs) => blockOf(startUs)))
}

/** All sail the same way at 12 m/s, side by side, 200 m from boat to boat. */
function hourOf(boat: number, hour: number) {
  const readings = {
    ...nothing(boat),
    scalars: [] as ReturnType<typeof nothing>['scalars'][number][],
    fixes: [] as ReturnType<typeof nothing>['fixes'][number][],
    ais: [] as ReturnType<typeof nothing>['ais'][number][],
  }
  for (let second = hour * 3600; second < (hour + 1) * 3600; second++) {
    const timeUs = START_US + second * SECOND_US
    const latitudeDeg = 60 + (second * 12) / 111_195
    readings.fixes.push({ timeUs, latitudeDeg, longitudeDeg: 5 + boat * 0.0036, hdop: 1, valid: true })
    readings.scalars.push(
      { timeUs, key: 'sog', instance: 0, value: 12 },
      { timeUs, key: 'cog', instance: 0, value: 0 },
    )
    if (boat !== BOAT) continue
    readings.scalars.push({ timeUs, key: 'depth_below_transducer', instance: 0, value: 20 + (second % 7) })
    for (const instance of [1, 2]) {
      for (let tenth = 0; tenth < 10; tenth++) {
        const us = timeUs + (tenth * SECOND_US) / 10
        readings.scalars.push({ timeUs: us, key: 'engine_speed', instance, value: 55 + (second % 5) })
      }
    }
    if (second % 10 > 0) continue
    for (let ship = 0; ship < SHIPS; ship++) {
      readings.ais.push({
        ...{ timeUs, mmsi: 257_000_000 + ship, name: `Ship ${ship}`, sogMps: 5, cogRad: 1 },
        ...{ latitudeDeg: latitudeDeg + ship / 1000, longitudeDeg: 5.02 },
      })
    }
  }
  return readings
}

/** Makes blocks in which all three sensors measure every event. */
function blockOf(startUs: number) {
  const perBlock = EVENTS / ((TRIP_S * SECOND_US) / BLOCK_US)
  const first = Math.ceil(((startUs - START_US) / BLOCK_US) * perBlock)
  const end = Math.ceil(((startUs - START_US) / BLOCK_US + 1) * perBlock)
  const times = Array.from({ length: end - first }, (_, i) => startUs + 2 * SECOND_US + i * 3 * SECOND_US)
  const covered = {
    firstUs: startUs,
    lastUs: startUs + BLOCK_US - 20_000,
    samples: 500,
    coveredS: 10,
    rateHz: 50,
  }
  return {
    vesselNumber: BOAT,
    startUs,
    sensors: SENSORS.map((sensor) => ({ sensor, ...covered })),
    peaks: times.flatMap((timeUs) => SENSORS.map((sensor) => hit(sensor, timeUs + sensor * 20_000))),
  }
}

function hit(sensor: number, timeUs: number): ImpactPeak {
  return {
    ...{
      sensor,
      timeUs,
      peakG: 0.6 + (timeUs % 7) + sensor / 10,
      jerkGPerS: 40,
      durationS: 0.1,
      riseS: 0.04,
    },
    ...{ freeFallS: 0.2, xG: 0.1, yG: 0.2, zG: 1, clipped: false, coarse: false, degraded: false },
  }
}

/** Queries of the sensors tab for five years of a boat that sails a third of the time: 8 billion samples. */
async function totals(telemetry: Telemetry) {
  const BLOCKS = (5 * 365 * 86_400) / 3 / 10
  await columns.command(`
    INSERT INTO telemetry.impacts SELECT 900, toDateTime64('2021-01-01 00:00:00', 6, 'UTC') + number * 30,
      [1, 2, 3], [0, 0, 0], [9980000, 9980000, 9980000], [500, 500, 500], [10, 10, 10], [50, 50, 50],
      if(number % 5 = 0, [1, 2], []), if(number % 5 = 0, [100, 200], []),
      ${Array.from({ length: 8 }, () => 'if(number % 5 = 0, [1.5, 2.5], [])').join(', ')}, if(number % 5 = 0, [0, 0], [])
    FROM numbers(${BLOCKS}) SETTINGS max_partitions_per_insert_block = 0`)
  const firstUs = Date.UTC(2021, 0, 1) * 1000
  const intervals = Array.from({ length: 5 * 365 * 4 }, (_, i) => {
    const fromUs = firstUs + i * 6 * 3600 * SECOND_US
    return { vesselNumber: 900, fromUs, toUs: fromUs + 2 * 3600 * SECOND_US }
  })
  const startMs = performance.now()
  const found = await telemetry.impacts.sensorTotals(900, intervals)
  print(
    `statistics of three sensors, ${((found[0]?.samples ?? 0) * 3) / 1e9} billion samples, ${intervals.length} trips`,
    `${(performance.now() - startMs).toFixed(0)} ms`,
  )
}
