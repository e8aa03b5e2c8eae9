import type { z } from 'zod'
import { DAY_US } from '#contract/domain/time.ts'
import type { DownloadFormat, RawDataRequest, StatisticsDownloadRequest } from '#contract/wire/download.ts'
import { Problem } from '#contract/wire/errors.ts'
import { isAtSea } from '#contract/wire/trip.ts'
import { fuelSettings } from '#server/processing/formulas/analysis/fuelSettings.ts'
import type { Scope } from '#server/records/scope.ts'
import { sensorSettingsOf } from '#server/records/sensors.ts'
import { tripWithSettings } from '#server/records/tripAnalysis.ts'
import { findTrip, findTripsOf, type TripRecord } from '#server/records/tripLists.ts'
import { findVessel, type VesselRecord } from '#server/records/vessels.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { writeCsv } from './csv.ts'
import { fileStem } from './fileStem.ts'
import { writeGeoJson } from './geoJson.ts'
import { writeGpx } from './gpx.ts'
import { writeParquet } from './parquet.ts'
import type { Table } from './table.ts'
import { engineProfileTable } from './tables/engineProfileTable.ts'
import { tripListTable } from './tables/tripListTable.ts'
import { tripTable } from './tables/tripTables.ts'

/** Request for a download; `from` and `to` of statistics are µs. */
export type ExportRequest =
  | ({ kind: 'raw-data' } & Pick<z.infer<typeof RawDataRequest>, 'trip_id' | 'requestType' | 'format'>)
  | ({ kind: 'statistics'; fromUs: number; toUs: number } & Pick<
      z.infer<typeof StatisticsDownloadRequest>,
      'id_str' | 'step_size' | 'data_type' | 'format'
    >)

export interface Download {
  /** Letters of any script, digits and _ - . only. */
  fileName: string
  contentType: string
  /** Reads the columns, then rows on demand. */
  open(): Promise<Table>
  write(table: Table): AsyncIterable<Buffer>
}

interface Dependencies {
  db: Db
  telemetry: Telemetry
}

const TRACKS = ['calc', 'eco_sog']

/** Throws `not_found` for data outside the scope, `invalid` for a format that does not fit. */
export async function openDownload(
  dependencies: Dependencies,
  scope: Scope,
  request: ExportRequest,
): Promise<Download> {
  return request.kind === 'raw-data'
    ? rawData(dependencies, scope, request)
    : statistics(dependencies, scope, request)
}

async function rawData(
  { db, telemetry }: Dependencies,
  scope: Scope,
  { trip_id, requestType, format }: ExportRequest & { kind: 'raw-data' },
): Promise<Download> {
  if ((format === 'gpx' || format === 'geojson') && !TRACKS.includes(requestType))
    throw new Problem('invalid', `${requestType} has no track: ask for it as csv or parquet.`)
  const record = await findTrip(db, scope, trip_id)
  if (!record) throw new Problem('not_found')
  const { trip, vessel } = record
  const file = fileOf(vessel.name, trip.startUs, requestType, format)
  return {
    ...file,
    async open() {
      if (requestType === 'trip_date') {
        const fromUs = Math.floor(trip.startUs / DAY_US) * DAY_US
        return tripListTable(await findTripsOf(db, scope, vessel.id, { fromUs, toUs: fromUs + DAY_US }))
      }
      const settings = await tripWithSettings(db, trip.id)
      if (!settings) throw new Problem('not_found')
      return tripTable(telemetry, requestType, settings, intervalOf(record), () =>
        sensorSettingsOf(db, vessel.id),
      )
    },
  }
}

async function statistics(
  { db, telemetry }: Dependencies,
  scope: Scope,
  request: ExportRequest & { kind: 'statistics' },
): Promise<Download> {
  const { vessel, trips } = await chosenTrips(db, scope, request)
  const file = fileOf(vessel.name, trips[0]?.trip.startUs ?? request.fromUs, 'engine_profile', request.format)
  return {
    ...file,
    open: async () =>
      engineProfileTable(telemetry, {
        intervals: trips.map(intervalOf),
        stepRpm: request.step_size,
        ignored: fuelSettings(vessel).ignored,
      }),
  }
}

async function chosenTrips(
  db: Db,
  scope: Scope,
  { data_type, id_str, fromUs, toUs }: ExportRequest & { kind: 'statistics' },
): Promise<{ vessel: VesselRecord['vessel']; trips: TripRecord[] }> {
  const trip = data_type === 'trip' ? await findTrip(db, scope, id_str) : null
  const found = await findVessel(db, scope, trip?.vessel.id ?? id_str)
  if (!found || (data_type === 'trip' && !trip)) throw new Problem('not_found')
  const isCounted = ({ trip: { seaState } }: TripRecord) => isAtSea(seaState)
  const trips = trip ? [trip] : (await findTripsOf(db, scope, id_str, { fromUs, toUs })).filter(isCounted)
  return { vessel: found.vessel, trips }
}

const intervalOf = ({ trip, vessel }: TripRecord) => ({
  vesselNumber: vessel.number,
  fromUs: trip.startUs,
  toUs: trip.endUs ?? trip.lastRecordUs,
})

const CONTENT_TYPES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  gpx: 'application/gpx+xml',
  geojson: 'application/geo+json',
}

function fileOf(
  vesselName: string,
  startUs: number,
  what: string,
  format: DownloadFormat,
): Pick<Download, 'fileName' | 'contentType' | 'write'> {
  const name = fileStem(vesselName)
  const date = new Date(startUs / 1000).toISOString().slice(0, 16).replace(':', '')
  const write = {
    csv: writeCsv,
    parquet: writeParquet,
    gpx: (table: Table) => writeGpx(table, `${vesselName} ${date}`),
    geojson: writeGeoJson,
  }[format]
  return { fileName: `${name}_${date}_${what}.${format}`, contentType: CONTENT_TYPES[format], write }
}
