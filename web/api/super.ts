/** Calls of super users: switch to another organization, or view the console as another role. */
import { queryOptions } from '@tanstack/react-query'
import type { RoleId } from '#contract/domain/permissions.ts'
import {
  listOrganizations,
  switchOrganization as switchOrganizationEndpoint,
  switchRole as switchRoleEndpoint,
} from '#contract/wire/organization.ts'
import { getSuperData } from '#contract/wire/role.ts'
import { live } from '../live/live.ts'
import { vesselStates } from '../live/vesselStates.ts'
import { queryClient } from '../session/queryClient.ts'
import { session } from '../session/session.ts'
import { call } from './call.ts'
import { departmentChoice } from './departmentChoice.ts'
import { meQuery } from './user.ts'

/** How many organizations a search offers at once; who looks for another types more of its name. */
const OFFERED = 50

export const organizationChoicesQuery = (name: string) =>
  queryOptions({
    queryKey: ['organizations', 'choices', name],
    queryFn: ({ signal }) =>
      call(listOrganizations, {
        list: {
          limit: OFFERED,
          order: [{ field: 'name', direction: 'asc' }],
          filter: name ? [{ field: 'name', operator: 'contains', value: name }] : [],
        },
        everyDepartment: true,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorMessage: 'error.superData' },
  })

export const superDataQuery = queryOptions({
  queryKey: ['super', 'data'],
  queryFn: ({ signal }) => call(getSuperData, { signal }),
  meta: { errorMessage: 'error.superData' },
})

export async function switchOrganization(organizationId: string) {
  await call(switchOrganizationEndpoint, { body: { new_company_id: organizationId } })
  await startOver()
}

export async function switchRole(body: { role_id: RoleId; department_id: string }) {
  await call(switchRoleEndpoint, { body })
  await startOver()
}

/** Nothing that was read through the other eyes may stay: neither the token, nor the cache, nor the live state. */
async function startOver() {
  session.changeEyes()
  departmentChoice.set(null)
  live.pause()
  vesselStates.forget()
  queryClient.removeQueries({ type: 'inactive' })
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
  live.resume()
  await queryClient.invalidateQueries()
}
