import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListAsked } from '#contract/wire/list.ts'
import {
  createReportSchedule as create,
  getReportSchedule,
  listReportDeliveries,
  listReportReaders,
  listReportSchedules,
  type NewReportSchedule,
  type ReportScheduleEdit,
  deleteReportSchedule as remove,
  updateReportSchedule as update,
} from '#contract/wire/reportSchedule.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'

/** Polling interval in ms while a queued report waits to be sent. */
const ASK_AGAIN_MS = 3000
const isOpen = (state: string | undefined) => state === 'waiting' || state === 'failed'

export const scheduleListQuery = (list: ListAsked<typeof listReportSchedules>) =>
  queryOptions({
    queryKey: ['reportSchedules', 'list', list],
    queryFn: ({ signal }) => call(listReportSchedules, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.reportSchedules' },
  })
export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['reportSchedules', 'one', id],
    queryFn: ({ signal }) => call(getReportSchedule, { params: { id }, signal }),
  })
export const readersQuery = (departmentId: string) =>
  queryOptions({
    queryKey: ['reportSchedules', 'readers', departmentId],
    queryFn: ({ signal }) => call(listReportReaders, { params: { id: departmentId }, signal }),
  })
export const deliveryListQuery = (list: ListAsked<typeof listReportDeliveries>) =>
  queryOptions({
    queryKey: ['reportSchedules', 'log', list],
    queryFn: ({ signal }) => call(listReportDeliveries, { list, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => isOpen(one.state)) ? ASK_AGAIN_MS : false,
    meta: { errorMessage: 'error.reportSchedules' },
  })

/** Not narrowed to the chosen department, because the form of a schedule has its own choice. */
export const createSchedule = (body: NewReportSchedule) => call(create, { body, everyDepartment: true })
export const readScheduleAgain = (id: string) =>
  queryClient.fetchQuery({ ...scheduleQuery(id), staleTime: 0 })
export const updateSchedule = (id: string, body: ReportScheduleEdit) => call(update, { params: { id }, body })
export const deleteSchedule = (id: string) => call(remove, { params: { id } })
