import { SERIES } from '#contract/domain/series.ts'
import type { SeriesGroup } from '#contract/domain/seriesRows.ts'
import { knToMps, mpsToKn } from '#contract/domain/units.ts'
import type { RawDataType } from '#contract/wire/download.ts'
import { readEcoBand } from '#server/processing/formulas/analysis/readEcoBand.ts'
import { attitudeTurns } from '#server/processing/formulas/impacts/accelerations.ts'
import { MOVING_ABOVE_MPS } from '#server/processing/formulas/parameters.ts'
import type { TripToAnalyse } from '#server/records/tripAnalysis.ts'
import type { AttitudeTurns } from '#server/telemetry/attitudeTurns.ts'
import type { Field } from '#server/telemetry/field.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import type { Table } from '../table.ts'
import { imuSecondsTable } from './imuSecondsTable.ts'
import { rawMotionTable } from './rawMotionTable.ts'
import { bySecond, secondsTable } from './secondsTable.ts'

export const POSITION: Field[] = (['latitude', 'longitude'] as const).map((key) => ({
  key,
  instance: 0,
  aggregation: 'avg',
}))
const ENGINE_ROOM: readonly SeriesGroup[] = ['Engine', 'Fuel', 'Battery', 'Pumps', 'Switches']

export type TripTableType = Exclude<RawDataType, 'trip_date'>

/** Table of one trip for download. `interval` is her time; sensors are loaded where they are needed. */
export async function tripTable(
  telemetry: Telemetry,
  type: TripTableType,
  trip: TripToAnalyse,
  interval: VesselInterval,
  loadSensors: Parameters<typeof imuSecondsTable>[2],
): Promise<Table> {
  switch (type) {
    case 'calc':
      return generalTable(telemetry, interval, attitudeTurns(await loadSensors()))
    case 'engine':
      return engineTable(telemetry, interval)
    case 'eco_sog':
      return ecoTable(telemetry, trip, interval)
    case 'imu':
      return imuSecondsTable(telemetry, interval, loadSensors)
    case 'imu_full_res':
      return rawMotionTable(telemetry, interval)
  }
}

/** Position of the vessel and the values of the whole vessel, by the second. */
async function generalTable(
  telemetry: Telemetry,
  interval: VesselInterval,
  turns: AttitudeTurns,
): Promise<Table> {
  const fields = (await telemetry.series.fieldsIn(interval)).filter(
    ({ key, instance }) =>
      instance === 0 && !['Engine', 'Battery', 'Pumps', 'Switches'].includes(SERIES[key].group),
  )
  return secondsTable(telemetry, interval, [...POSITION, ...fields.map(bySecond)], undefined, turns)
}

/** Every engine, tank, battery, pump and switch, by the second. */
async function engineTable(telemetry: Telemetry, interval: VesselInterval): Promise<Table> {
  const fields = (await telemetry.series.fieldsIn(interval)).filter(({ key }) =>
    ENGINE_ROOM.includes(SERIES[key].group),
  )
  return secondsTable(telemetry, interval, fields.map(bySecond))
}

/** Speed against the eco speed that was valid when the trip began, and whether it lay inside the band (1 or 0). */
async function ecoTable(telemetry: Telemetry, trip: TripToAnalyse, interval: VesselInterval): Promise<Table> {
  const band = await readEcoBand(telemetry, trip)
  const own = (['sog', 'in_eco_speed_ratio._30s'] as const).map((key) => bySecond({ key, instance: 0 }))
  const speed = (name: string) => ({ kind: 'number', name, unit: 'kn', digits: 3 }) as const
  return secondsTable(telemetry, interval, [...POSITION, ...own], {
    columns: [
      speed('eco_speed'),
      speed('eco_band_from'),
      speed('eco_band_to'),
      { kind: 'number', name: 'in_eco_speed', unit: '', digits: 0 },
    ],
    compute({ values, seconds }) {
      const sog = values[POSITION.length] ?? new Float64Array(seconds)
      const known = (value: number | undefined) =>
        sog.map((kn) => (Number.isNaN(kn) || value === undefined ? Number.NaN : mpsToKn(value)))
      return [
        known(band?.speedMps),
        known(band?.fromMps),
        known(band?.toMps),
        sog.map((kn) => {
          const mps = knToMps(kn)
          return !band || !(mps > MOVING_ABOVE_MPS)
            ? Number.NaN
            : Number(mps >= band.fromMps && mps < band.toMps)
        }),
      ]
    },
  })
}
