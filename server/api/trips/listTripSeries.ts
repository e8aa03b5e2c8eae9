import { fieldName, type SeriesKey } from '#contract/domain/series.ts'
import { Problem } from '#contract/wire/errors.ts'
import { instanceNameOf, instanceNames } from '#contract/wire/instanceName.ts'
import { listTripSeries } from '#contract/wire/timeSeries.ts'
import { instanceNamesOf } from '#server/records/instanceNames.ts'
import { findTrip } from '#server/records/tripLists.ts'
import { serve } from '../serve.ts'

/** Computed from what a motion sensor sent, wherever it has impacts. */
const OF_SENSORS: readonly SeriesKey[] = ['impact_x', 'impact_y', 'impact_z', 'euler_x', 'euler_y', 'euler_z']
/** A trip is made of positions. */
const OF_TRIPS: readonly SeriesKey[] = ['latitude', 'longitude']

export const listTripSeriesRoute = serve(listTripSeries, async ({ db, telemetry, caller, params }) => {
  const found = await findTrip(db, caller.scope, params.id)
  if (!found) throw new Problem('not_found')
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
})
