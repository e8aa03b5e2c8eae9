import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import {
  createExport as create,
  type FleetExport,
  listExports,
  deleteExport as remove,
} from '#contract/wire/fleetExport.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import { call } from './call.ts'

const ASK_AGAIN_MS = 2000

export const isUnderWay = ({ state }: FleetExport) => state === 'waiting' || state === 'running'

/** List of exports, polled while an export is in progress. */
export const exportListQuery = (list: ListAsked<typeof listExports>) =>
  queryOptions({
    queryKey: ['exports', 'list', list],
    queryFn: ({ signal }) => call(listExports, { list, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? ASK_AGAIN_MS : false),
    meta: { errorMessage: 'error.exports' },
  })

/** Not narrowed to the chosen department, because the export dialog has its own choice. */
export const createExport = (body: BodyOf<typeof create>) => call(create, { body, everyDepartment: true })
export const deleteExport = (id: string) => call(remove, { params: { id } })
