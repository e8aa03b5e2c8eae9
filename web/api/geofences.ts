import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createGeofence, deleteGeofence, listGeofences, updateGeofence } from '#contract/wire/geofence.ts'
import { queryClient } from '../session/queryClient.ts'
import { type CallInput, call } from './call.ts'
import { readAll } from './readAll.ts'

/** All geofences that the user may see, by name, for a map that shows them together. */
export const geofencesQuery = queryOptions({
  queryKey: ['geofences', 'all'],
  queryFn: async ({ signal }) => (await readAll((list) => call(listGeofences, { list, signal }))).data,
  placeholderData: keepPreviousData,
  meta: { errorMessage: 'error.geofences' },
})

/** Never cached, so that the dialog edits the current geofence. */
export const readGeofencesAgain = () => queryClient.fetchQuery({ ...geofencesQuery, staleTime: 0 })

export const addGeofence = (body: CallInput<typeof createGeofence>['body']) => call(createGeofence, { body })
export const changeGeofence = ({ id, ...body }: { id: string } & CallInput<typeof updateGeofence>['body']) =>
  call(updateGeofence, { params: { id }, body })
export const removeGeofence = ({ id, ...body }: { id: string; rule_ids: string[] }) =>
  call(deleteGeofence, { params: { id }, body })
