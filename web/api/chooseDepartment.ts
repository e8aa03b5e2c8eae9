import { departmentBranch } from '#contract/wire/department.ts'
import { vesselStates } from '../live/vesselStates.ts'
import { queryClient } from '../session/queryClient.ts'
import { departmentChoice } from './departmentChoice.ts'
import { departmentsQuery } from './user.ts'

/** Narrows every screen to a department and what is below it; null widens to the user's own. */
export async function chooseDepartment(id: string | null) {
  const departments = id === null ? null : await queryClient.ensureQueryData(departmentsQuery)
  const branch = departments && id ? departmentBranch(departments.data, id) : null
  departmentChoice.set(id, branch ?? [])
  vesselStates.narrow(branch)
  await forgetData()
}

/** Empties the cache but for who the user is: what is on the screen is read again, the rest when it is wanted. */
async function forgetData() {
  const isData = ({ queryKey: [noun, id] }: { queryKey: readonly unknown[] }) =>
    noun !== 'departments' && !(noun === 'users' && id === 'me')
  queryClient.removeQueries({ type: 'inactive', predicate: isData })
  await queryClient.invalidateQueries({ predicate: isData })
}
