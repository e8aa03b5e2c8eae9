import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listGeofences } from '#contract/geofence.ts'
import type { ListQuery } from '#contract/list.ts'
import { call } from './call.ts'

export const geofenceListQuery = (list: Partial<ListQuery>) =>
  queryOptions({
    queryKey: ['geofences', 'list', list],
    queryFn: ({ signal }) => call(listGeofences, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.geofences' },
  })
