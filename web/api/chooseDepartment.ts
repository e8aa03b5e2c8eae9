import { departmentBranch } from '#contract/wire/department.ts'
import { vesselStates } from '../live/vesselStates.ts'
import { queryClient } from '../session/queryClient.ts'
import { departmentChoice } from './departmentChoice.ts'
import { departmentsQuery } from './user.ts'

/** Narrows every screen to a department and the departments below it; null widens to the user's own. */
export async function chooseDepartment(id: string | null) {
  const departments = id === null ? null : await queryClient.ensureQueryData(departmentsQuery)
  const branch = departments && id ? departmentBranch(departments.data, id) : null
  departmentChoice.set(id, branch ?? [])
  vesselStates.narrow(branch)
  await forgetData()
}

/** Clears the cache except for the user and the departments: visible data is read again, other data is removed. */
async function forgetData() {
  const isData = ({ queryKey: [noun, id] }: { queryKey: readonly unknown[] }) =>
    noun !== 'departments' && !(noun === 'users' && id === 'me')
  queryClient.removeQueries({ type: 'inactive', predicate: isData })
  await queryClient.invalidateQueries({ predicate: isData })
}
