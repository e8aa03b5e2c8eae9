import { getSuperData } from '#contract/wire/role.ts'
import { departmentsOf } from '#server/records/departments.ts'
import { toDepartment } from '../departments/toDepartment.ts'
import { ROLES } from '../roles/roles.ts'
import { serve } from '../serve.ts'
import { rolesFor } from './rolesFor.ts'

export const getSuperDataRoute = serve(getSuperData, async ({ db, caller }) => ({
  departments: (await departmentsOf(db, caller.organizationId)).map(toDepartment),
  roles: rolesFor(caller).map((id) => ROLES[id]),
}))
