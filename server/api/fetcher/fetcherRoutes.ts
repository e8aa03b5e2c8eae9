import { fieldName } from '#contract/domain/series.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { fetchFleetTracks, fleetStepS, LONGEST_FLEET_MS, packFleetTrack } from '#contract/wire/fleetTracks.ts'
import {
  fetchJ1939TimeSeries,
  fetchPaths,
  fetchTimeSeries,
  fetchVesselStatus,
} from '#contract/wire/timeSeries.ts'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import { J1939_PARAMETERS } from '#protocols/can/j1939Parameters.ts'
import { atOnce } from '#server/analytics/atOnce.ts'
import { fleetTracks } from '#server/analytics/fleetTracks.ts'
import { type Asked, timeSeries } from '#server/analytics/timeSeries.ts'
import { tripPath } from '#server/analytics/tripPath.ts'
import { namedVessels } from '#server/records/statistics.ts'
import { findTripsByIds } from '#server/records/tripLists.ts'
import { DAY } from '../publicApi/exampleDay.ts'
import { type Routes, serve } from '../serve.ts'
import { rangeMs } from '../statistics/rangeMs.ts'
import { askedInterval } from './askedInterval.ts'

export const fetcherRoutes: Routes = [
  serve(
    fetchTimeSeries,
    async ({ db, telemetry, caller, body }) => {
      const { interval, loadSensors } = await askedInterval(db, caller.scope, body.filters)
      return { data: await timeSeries(telemetry, interval, body, loadSensors) }
    },
    {
      example: {
        body: {
          filters: { trip_id: '$TRIP_ID' },
          fields: [
            { field: 'sog', aggregation: 'avg' },
            { field: 'impact', aggregation: 'max' },
          ],
          resolution: { value: 10, type: 'seconds' },
        },
      },
    },
  ),
  serve(
    fetchJ1939TimeSeries,
    async ({ db, telemetry, caller, body }) => {
      const { interval, loadSensors } = await askedInterval(db, caller.scope, body.filters)
      const fields = body.fields.flatMap(toAsked)
      return { data: await timeSeries(telemetry, interval, { ...body, fields }, loadSensors) }
    },
    {
      example: {
        body: {
          filters: { trip_id: '$TRIP_ID' },
          fields: [{ spn: 190, instance: 1 }],
          resolution: { value: 1, type: 'minutes' },
        },
      },
    },
  ),
  /** Tracks of the vessels that the caller can see; other vessels are left out, whether or not they exist. */
  serve(fetchFleetTracks, async ({ db, telemetry, caller, body }) => {
    const range = rangeMs(body)
    const lengthMs = range.toMs - range.fromMs
    if (lengthMs > LONGEST_FLEET_MS) throw new Problem('invalid', 'end_time: a week at most.')
    const asked = body.vessel_ids && new Set(body.vessel_ids)
    const seen = await namedVessels(db, caller.scope)
    const ids = new Map(seen.filter(({ id }) => asked?.has(id) ?? true).map(({ id, number }) => [number, id]))
    const step = fleetStepS(body.step_s, ids.size, lengthMs)
    const tracks = await fleetTracks(telemetry, [...ids.keys()], range, step)
    return {
      step_s: step,
      data: [...tracks].map(([number, fixes]) => packFleetTrack(ids.get(number) ?? '', fixes, range.fromMs)),
    }
  }),
  /** Paths of the visible trips; other trips are left out, whether or not they exist. */
  serve(
    fetchPaths,
    async ({ db, telemetry, paths, caller, body }) => {
      const found = await findTripsByIds(db, caller.scope, body.trip_ids)
      const data = await atOnce(AT_ONCE, found, async ({ askedId, trip, vessel }) => {
        const toUs = trip.endUs ?? trip.lastRecordUs
        const interval = { vesselNumber: vessel.number, fromUs: trip.startUs, toUs }
        const read = () => tripPath(telemetry, interval, body.points)
        const version = [
          trip.id,
          trip.algoVersion,
          trip.startUs,
          toUs,
          trip.distanceM,
          trip.peakImpactG,
          body.points,
        ]
        const points = trip.endUs === null ? await read() : await paths.get(version.join(' '), read)
        return { trip_id: askedId, points: points.map(positionToWire) }
      })
      return { data }
    },
    { example: { body: { trip_ids: ['$TRIP_ID'], points: 200 } } },
  ),
  serve(
    fetchVesselStatus,
    async ({ db, telemetry, caller, body }) => {
      const { interval, loadSensors } = await askedInterval(db, caller.scope, body.filters)
      return { data: await timeSeries(telemetry, interval, body, loadSensors) }
    },
    {
      example: {
        body: {
          filters: { vessel_id: '$VESSEL_ID', ...DAY },
          fields: [{ field: 'battery_voltage', aggregation: 'min' }],
          resolution: { value: 1, type: 'hours' },
        },
      },
    },
  ),
]

/** The fields of the catalogue for a parameter, or for every parameter of a message. */
function toAsked(asked: BodyOf<typeof fetchJ1939TimeSeries>['fields'][number]): Asked[] {
  const { field, pgn, spn, instance, aggregation } = asked
  const messages = pgn === undefined ? [...J1939_PARAMETERS.values()] : [J1939_PARAMETERS.get(pgn) ?? []]
  const parameters = messages.flat().filter((one) => spn === undefined || one.spn === spn)
  const names = parameters
    .filter(({ key }) => field === undefined || field === key || field === fieldName(key, instance))
    .map((one) => fieldName(one.key, one.instance === 'sender' ? instance : one.instance))
  if (names.length > 0) return [...new Set(names)].map((name) => ({ field: name, aggregation }))
  const what = [pgn !== undefined && `PGN ${pgn}`, spn !== undefined && `SPN ${spn}`]
    .filter(Boolean)
    .join(', ')
  throw new Problem('invalid', `No J1939 parameter${field ? ` ${field}` : ''} of ${what} is stored.`)
}

/** The column store answers this many questions side by side; more would only wait inside it. */
const AT_ONCE = 3
