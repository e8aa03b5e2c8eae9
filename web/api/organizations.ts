import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ListAsked } from '#contract/wire/list.ts'
import {
  createOrganization as create,
  getOrganization,
  getSuperOrganization,
  listOrganizations,
  listWithoutSecondFactor,
  type OrganizationEdit,
  type OrganizationForm,
  type OrganizationSettingsEdit,
  deleteOrganization as remove,
  updateOrganization as updateOwn,
  updateSuperOrganization,
} from '#contract/wire/organization.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'

/** Asked whenever the requirement is about to be turned on, because users turn theirs on meanwhile. */
export const withoutSecondFactorQuery = queryOptions({
  queryKey: ['organizations', 'without-second-factor'],
  queryFn: ({ signal }) => call(listWithoutSecondFactor, { signal, everyDepartment: true }),
  staleTime: 0,
})

/** Organizations lie above departments: none of these calls is narrowed to the chosen one. */
const everyDepartment = true

export const organizationListQuery = (list: ListAsked<typeof listOrganizations>) =>
  queryOptions({
    queryKey: ['organizations', 'list', list],
    queryFn: ({ signal }) => call(listOrganizations, { list, signal, everyDepartment }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.organization' },
  })

export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organizations', 'one', id],
    queryFn: ({ signal }) => call(getSuperOrganization, { params: { id }, signal, everyDepartment }),
    meta: { errorMessage: 'error.organization' },
  })

export const readOrganizationAgain = (id: string) =>
  queryClient.fetchQuery({ ...organizationQuery(id), staleTime: 0 })
export const createOrganization = (body: OrganizationForm) => call(create, { body, everyDepartment })
export const updateAnyOrganization = (id: string, body: OrganizationEdit) =>
  call(updateSuperOrganization, { params: { id }, body })
export const deleteOrganization = (id: string) => call(remove, { params: { id } })
export const readOwnOrganization = () => call(getOrganization, {})
export const updateOwnOrganization = (body: OrganizationSettingsEdit) => call(updateOwn, { body })
