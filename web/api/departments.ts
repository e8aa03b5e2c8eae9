import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  createDepartment as create,
  type DepartmentEdit,
  type DepartmentForm,
  getDepartment,
  listDepartments,
  deleteDepartment as remove,
  updateDepartment as update,
} from '#contract/wire/department.ts'
import type { ListAsked } from '#contract/wire/list.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'

export const departmentListQuery = (list: ListAsked<typeof listDepartments>) =>
  queryOptions({
    queryKey: ['departments', 'list', list],
    queryFn: ({ signal }) => call(listDepartments, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.departments' },
  })

export const departmentQuery = (id: string) =>
  queryOptions({
    queryKey: ['departments', 'one', id],
    queryFn: ({ signal }) => call(getDepartment, { params: { id }, signal }),
    meta: { errorMessage: 'error.departments' },
  })

export const createDepartment = (body: DepartmentForm) => call(create, { body })
export const readDepartmentAgain = (id: string) =>
  queryClient.fetchQuery({ ...departmentQuery(id), staleTime: 0 })
export const updateDepartment = (id: string, body: DepartmentEdit) => call(update, { params: { id }, body })
export const deleteDepartment = (id: string) => call(remove, { params: { id } })
