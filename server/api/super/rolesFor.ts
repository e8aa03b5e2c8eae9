import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import type { Caller } from '#server/access/caller.ts'

/** The roles through which a super user may view; a viewer gets viewing roles only. */
export const rolesFor = ({ superRoleId }: Caller): readonly RoleId[] =>
  superRoleId === 'super-admin' ? ROLE_IDS : ROLE_IDS.filter((role) => role.endsWith('-viewer'))
