import { isSuper } from '#contract/domain/permissions.ts'
import { listRoleOptions } from '#contract/wire/role.ts'
import { type Routes, serve } from '../serve.ts'
import { ROLES } from './roles.ts'

export const roleRoutes: Routes = [
  /** The roles that the caller may grant: only a super user makes super users. */
  serve(listRoleOptions, async ({ caller }) => {
    const data = Object.values(ROLES).filter(({ id }) => caller.superRoleId !== null || !isSuper(id))
    return { data, total: data.length }
  }),
]
