import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/maintenance.ts'
import { here } from '../base.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { call } from './call.ts'

export const tasksQuery = (list: ListAsked<typeof contract.listMaintenance>) =>
  queryOptions({
    queryKey: ['maintenance', 'tasks', list],
    queryFn: ({ signal }) => call(contract.listMaintenance, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'maintenance.failed' },
  })
export const enginesQuery = (vesselId: string) =>
  queryOptions({
    queryKey: ['maintenance', 'engines', vesselId],
    queryFn: async ({ signal }) =>
      (await call(contract.listEngines, { params: { id: vesselId }, signal })).data,
  })
export const engineMarksQuery = (engineId: string) =>
  queryOptions({
    queryKey: ['maintenance', 'marks', engineId],
    queryFn: ({ signal }) =>
      call(contract.listEngineMarks, { params: { id: engineId }, list: { limit: 20 }, signal }),
  })
export const serviceRecordsQuery = (list: ListAsked<typeof contract.listServiceRecords>) =>
  queryOptions({
    queryKey: ['maintenance', 'book', list],
    queryFn: ({ signal }) => call(contract.listServiceRecords, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'maintenance.failed' },
  })

export type TaskInput = z.input<typeof contract.TaskForm>
export const createTasks = (vesselId: string, tasks: BodyOf<typeof contract.createTasks>['tasks']) =>
  call(contract.createTasks, { params: { id: vesselId }, body: { tasks } })
export const updateTask = (id: string, body: BodyOf<typeof contract.updateTask>) =>
  call(contract.updateTask, { params: { id }, body })
export const deleteTask = (id: string) => call(contract.deleteTask, { params: { id } })
export const completeTask = (id: string, body: BodyOf<typeof contract.completeTask>) =>
  call(contract.completeTask, { params: { id }, body })
export const deleteServiceRecord = (id: string) => call(contract.deleteServiceRecord, { params: { id } })
export const createEngine = (vesselId: string, body: BodyOf<typeof contract.createEngine>) =>
  call(contract.createEngine, { params: { id: vesselId }, body })
export const updateEngine = (id: string, body: BodyOf<typeof contract.updateEngine>) =>
  call(contract.updateEngine, { params: { id }, body })
export const correctHours = (id: string, body: BodyOf<typeof contract.correctEngineHours>) =>
  call(contract.correctEngineHours, { params: { id }, body })
export const replaceEngine = (id: string, body: BodyOf<typeof contract.replaceEngine>) =>
  call(contract.replaceEngine, { params: { id }, body })
export const serviceBookFile = (vesselId: string, format: (typeof contract.SERVICE_BOOK_FORMATS)[number]) =>
  here(
    `/api/vessels/${vesselId}/service-book/${format}?${new URLSearchParams({ language: currentLanguage() })}`,
  )
