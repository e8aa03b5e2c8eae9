import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListAsked } from '#contract/wire/list.ts'
import { listRoleOptions } from '#contract/wire/role.ts'
import {
  createUser as create,
  endPairingLock as endLock,
  getUser,
  listUsers,
  deleteUser as remove,
  renewInvitation as renew,
  type UserEdit,
  type UserForm,
  updateUser as update,
} from '#contract/wire/user.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'
import { readAll } from './readAll.ts'

export const usersQuery = (list: ListAsked<typeof listUsers>) =>
  queryOptions({
    queryKey: ['users', 'list', list],
    queryFn: ({ signal }) => call(listUsers, { list, signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.users' },
  })

/** All users of a department and the departments below it, for pickers. */
export const peopleQuery = (departmentId: string) =>
  queryOptions({
    queryKey: ['users', 'department', departmentId],
    queryFn: async ({ signal }) => {
      const filter = [{ field: 'department_id' as const, operator: 'eq' as const, value: departmentId }]
      return (await readAll((list) => call(listUsers, { list: { ...list, filter }, signal }))).data
    },
    meta: { errorMessage: 'error.users' },
  })

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
    meta: { errorMessage: 'error.user' },
  })

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call(listRoleOptions, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { errorMessage: 'error.roles' },
})

export const createUser = (body: UserForm) => call(create, { body })
export const readUserAgain = (id: string) => queryClient.fetchQuery({ ...userQuery(id), staleTime: 0 })
export const updateUser = (id: string, body: UserEdit) => call(update, { params: { id }, body })
export const renewInvitation = (id: string) => call(renew, { params: { id } })
export const endPairingLock = (id: string) => call(endLock, { params: { id } })
export const deleteUser = (id: string) => call(remove, { params: { id } })
