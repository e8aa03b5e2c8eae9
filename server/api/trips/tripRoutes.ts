import { fieldName, type SeriesKey } from '#contract/domain/series.ts'
import { Problem } from '#contract/wire/errors.ts'
import { eventToWire, fetchImpactReport } from '#contract/wire/impact.ts'
import { instanceNameOf, instanceNames } from '#contract/wire/instanceName.ts'
import { listTripSensors } from '#contract/wire/sensor.ts'
import { listTripSeries } from '#contract/wire/timeSeries.ts'
import { getTrip, listLiveTrips, listTrips, updateTrip } from '#contract/wire/trip.ts'
import { impactReport } from '#server/analytics/impactReport/impactReport.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { isCaptainVisible } from '#server/records/captains.ts'
import { instanceNamesOf } from '#server/records/instanceNames.ts'
import { listScope } from '#server/records/listScope.ts'
import { organizationFleet } from '#server/records/organizationFleet.ts'
import { sensorSettingsOf, sensorsOf } from '#server/records/sensors.ts'
import * as trips from '#server/records/tripLists.ts'
import { toTripSensor } from '../sensors/sensorStatistics.ts'
import { type Routes, serve } from '../serve.ts'
import { moveCaptainFigures } from './moveCaptainFigures.ts'
import { analysisOf, toTrip } from './toTrip.ts'
import { tripCorrectionRoutes } from './tripCorrectionRoutes.ts'
import { tripDetailRoutes } from './tripDetailRoutes.ts'

export const tripRoutes: Routes = [
  serve(
    listTrips,
    async ({ db, caller, clock, waiting, query: asked }) => {
      const { scope, query } = await listScope(db, caller.scope, asked)
      const { rows, ...page } = await trips.listTrips(db, scope, query)
      return { data: rows.map((row) => toTrip(row, clock.nowMs(), waiting)), ...page }
    },
    {
      example: {
        query: { 'filter[vessel_id][eq]': '$VESSEL_ID', 'order[start_time]': 'desc', limit: '5' },
      },
    },
  ),
  serve(listLiveTrips, async ({ db, caller, clock, waiting, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const nowMs = clock.nowMs()
    const { rows, ...page } = await trips.listTrips(db, scope, query, nowMs)
    return { data: rows.map((row) => toTrip(row, nowMs, waiting)), ...page }
  }),
  /** A link to a trip that was merged into another opens that one. */
  serve(getTrip, async ({ db, caller, clock, waiting, params }) => {
    const row = await trips.visibleTrip(db, caller.scope, params.id)
    return toTrip(row, clock.nowMs(), waiting)
  }),
  serve(
    updateTrip,
    async ({ db, telemetry, background, caller, ip, bus, clock, waiting, params, body }) => {
      const { scope, actor } = caller
      const row = await trips.visibleTrip(db, scope, params.id)
      if (body.captain_id !== null && !(await isCaptainVisible(db, scope, body.captain_id))) {
        throw new Problem('invalid', 'captain_id: there is no such captain.')
      }
      const { organizationId, id: tripId } = row.trip
      const { changed, move } = await db.transaction(async (tx) => {
        const move = await trips.assignCaptain(tx, tripId, body.captain_id)
        const changed = await trips.visibleTrip(tx, scope, tripId)
        await noteAct(tx, {
          ...{
            organizationId,
            actor,
            ip,
            act: 'trip.captain',
            subject: { id: tripId, name: row.vessel.name },
          },
          before: { captain: row.captain?.name ?? null },
          after: { captain: changed.captain?.name ?? null },
        })
        return { changed, move }
      })
      await moveCaptainFigures({ telemetry, background }, move)
      const { id: vesselId, departmentId } = row.vessel
      bus.publish({ type: 'trip.changed', organizationId, departmentId, vesselId, tripId })
      bus.publish({ type: 'helm.changed', organizationId, departmentId, vesselId })
      return toTrip(changed, clock.nowMs(), waiting)
    },
    { example: { body: { captain_id: '$CAPTAIN_ID' } } },
  ),
  serve(
    fetchImpactReport,
    async ({ db, telemetry, caller, waiting, params, body }) => {
      const found = await trips.visibleTrip(db, caller.scope, params.id)
      const { trip, vessel } = found
      const interval = { fromUs: trip.startUs, toUs: trip.endUs ?? trip.lastRecordUs }
      const before = analysisOf(found, waiting)
      const report = await impactReport({
        ...{ telemetry, vesselNumber: vessel.number, ...interval },
        sensors: await sensorsOf(db, vessel.id),
        settings: await sensorSettingsOf(db, vessel.id),
        fleet: await organizationFleet(db, trip.organizationId),
        scope: caller.scope,
        thresholdG: body.impact_threshold,
        nearbyM: body.nearby_vessels_threshold_meters,
      })
      const impact_events = report.impact_events.map(eventToWire)
      return { ...report, impact_events, complete: trip.endUs !== null && before.complete }
    },
    { example: { body: { impact_threshold: 1 } } },
  ),
  /** The sensors that have data in the trip. */
  serve(listTripSensors, async ({ db, telemetry, caller, params }) => {
    const found = await trips.visibleTrip(db, caller.scope, params.id)
    const { trip, vessel } = found
    const [stored] = await telemetry.impacts.read([
      { vesselNumber: vessel.number, fromUs: trip.startUs, toUs: trip.endUs ?? trip.lastRecordUs },
    ])
    const reporting = new Set(stored?.sensors.map(({ sensor }) => sensor))
    const rows = (await sensorsOf(db, vessel.id)).filter(({ number }) => reporting.has(number))
    return { data: rows.map(toTripSensor), total: rows.length }
  }),
  serve(listTripSeries, async ({ db, telemetry, caller, params }) => {
    const found = await trips.visibleTrip(db, caller.scope, params.id)
    const { trip, vessel } = found
    const stored = await telemetry.series.fieldsIn({
      vesselNumber: vessel.number,
      fromUs: trip.startUs,
      toUs: trip.endUs ?? trip.lastRecordUs,
    })
    const sensors = stored.filter(({ key }) => key === 'impact').map(({ instance }) => instance)
    const fields = [
      ...OF_TRIPS,
      ...stored.map(({ key, instance }) => fieldName(key, instance)),
      ...OF_SENSORS.flatMap((key) => sensors.map((sensor) => fieldName(key, sensor))),
    ]
    const data = Array.from(new Set(fields))
    const known = instanceNames(await instanceNamesOf(db, vessel.id))
    const names = Object.fromEntries(
      stored.flatMap(({ key, instance }) => {
        const name = instanceNameOf(known, key, instance)
        return name === null ? [] : [[fieldName(key, instance), name] as const]
      }),
    )
    return { data, names }
  }),
  ...tripCorrectionRoutes,
  ...tripDetailRoutes,
]

/** Series computed for every motion sensor with impacts. */
const OF_SENSORS: readonly SeriesKey[] = ['impact_x', 'impact_y', 'impact_z', 'euler_x', 'euler_y', 'euler_z']

/** A trip is made of positions. */
const OF_TRIPS: readonly SeriesKey[] = ['latitude', 'longitude']
