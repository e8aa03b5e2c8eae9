import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { mayDo, type Permission } from '#contract/domain/permissions.ts'
import { listDepartments } from '#contract/wire/department.ts'
import { updateLastLogin } from '#contract/wire/organization.ts'
import { getMe, type User } from '#contract/wire/user.ts'
import { useVessels } from '../live/vesselStates.ts'
import { queryClient } from '../session/queryClient.ts'
import { call } from './call.ts'
import { mayHere, useDepartmentChoice } from './departmentChoice.ts'
import { takeUnits } from './units.ts'

export const meQuery = queryOptions({
  queryKey: ['users', 'me'],
  queryFn: async ({ signal }) => {
    const user = await call(getMe, { signal })
    return { ...user, units: takeUnits(user.units) }
  },
})

export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: ({ signal }) => call(listDepartments, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { errorMessage: 'error.departments' },
})

/** The signed-in user. For screens inside the console, where the user is always loaded. */
export function useUser(): User {
  // Subscribes to the department choice, because permissions differ by department.
  useDepartmentChoice()
  return useSuspenseQuery(meQuery).data
}

/**
 * True when the console shows an action; the server checks permissions by itself. `ids` are the ids of the record and
 * its department; the id of a vessel is enough. Without ids: true when the permission applies to anything in the
 * chosen department.
 */
export function usePermission(permission: Permission, ...ids: readonly (string | undefined)[]): boolean {
  const { permissions } = useUser()
  const department = useVessels((states) => {
    const [vessel] = ids.flatMap((id) => (id === undefined ? [] : (states.get(id)?.department_id ?? [])))
    return vessel
  })
  if (ids.length === 0) return mayHere(permissions, permission)
  return mayDo(permissions, permission, ...ids, department)
}

/** Loads the data about the user that every screen needs. */
export async function loadUser(): Promise<User> {
  const departments = queryClient.ensureQueryData(departmentsQuery)
  // Awaited below. It is refused where a second factor has to be turned on first.
  departments.catch(() => {})
  const user = await queryClient.ensureQueryData(meQuery)
  if (!user.needs_second_factor) await departments
  return user
}

/** Super users visit organizations that are not theirs; their visits do not count as the last sign-in. */
export async function noteLastLogin(user: User) {
  if (user.auth_role !== 'super') await call(updateLastLogin, {})
}
