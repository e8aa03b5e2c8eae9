import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  createGeofence,
  deleteGeofence,
  type Geofence,
  listGeofences,
  updateGeofence,
} from '#contract/geofence.ts'
import { MAX_LIMIT } from '#contract/list.ts'
import { type CallInput, call } from './call.ts'

/** All that one can see, by name: a map shows them together. */
export const geofencesQuery = queryOptions({
  queryKey: ['geofences', 'all'],
  queryFn: async ({ signal }) => {
    const all: Geofence[] = []
    for (;;) {
      const list = {
        skip: all.length,
        limit: MAX_LIMIT,
        order: [{ field: 'name', direction: 'asc' as const }],
      }
      const { data, total } = await call(listGeofences, { list, signal })
      all.push(...data)
      if (data.length === 0 || all.length >= total) return all
    }
  },
  placeholderData: keepPreviousData,
  meta: { errorMessage: 'error.geofences' },
})

export const addGeofence = (body: CallInput<typeof createGeofence>['body']) => call(createGeofence, { body })
export const changeGeofence = ({ id, ...body }: { id: string } & CallInput<typeof updateGeofence>['body']) =>
  call(updateGeofence, { params: { id }, body })
export const removeGeofence = ({ id, ...body }: { id: string; rule_ids: string[] }) =>
  call(deleteGeofence, { params: { id }, body })
