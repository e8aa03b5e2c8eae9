import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Position } from '#contract/geodesy/position.ts'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import {
  createGeofence,
  deleteGeofence,
  type Geofence,
  listGeofences,
  updateGeofence,
  type WireGeofence,
} from '#contract/wire/geofence.ts'
import { positionFromWire, positionToWire } from '#contract/wire/wirePosition.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'
import { readAll } from './readAll.ts'

const fromWire = ({ coordinates, ...fence }: WireGeofence): Geofence => ({
  ...fence,
  coordinates: coordinates.map(positionFromWire),
})

/** All geofences that the user may see, by name, for a map that shows them together. */
export const geofencesQuery = queryOptions({
  queryKey: ['geofences', 'all'],
  queryFn: async ({ signal }) =>
    (await readAll((list) => call(listGeofences, { list, signal }))).data.map(fromWire),
  placeholderData: keepPreviousData,
  meta: { errorMessage: 'error.geofences' },
})

/** Never cached, so that the dialog edits the current geofence. */
export const readGeofencesAgain = () => queryClient.fetchQuery({ ...geofencesQuery, staleTime: 0 })

type Inside<Body> = Omit<Body, 'coordinates'>
type Added = Inside<BodyOf<typeof createGeofence>> & { coordinates: Position[] }
type Changed = Inside<BodyOf<typeof updateGeofence>> & { coordinates?: Position[] }

export const addGeofence = async ({ coordinates, ...fence }: Added) => {
  const body = { ...fence, coordinates: coordinates.map(positionToWire) }
  return fromWire(await call(createGeofence, { body }))
}
export const changeGeofence = async ({ id, coordinates, ...change }: { id: string } & Changed) => {
  const body = { ...change, ...(coordinates && { coordinates: coordinates.map(positionToWire) }) }
  return fromWire(await call(updateGeofence, { params: { id }, body }))
}
export const removeGeofence = ({ id, ...body }: { id: string; rule_ids: string[] }) =>
  call(deleteGeofence, { params: { id }, body })
