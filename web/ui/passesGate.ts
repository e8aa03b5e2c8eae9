import { mayDo, type Permission, type RoleId } from '#contract/domain/permissions.ts'
import type { User } from '#contract/wire/user.ts'
import { mayHere } from '../api/departmentChoice.ts'

export interface GateNeeds {
  permission?: Permission
  /** Entity or department for which the permission must hold; without it, any one is enough. */
  entityId?: string
  role?: RoleId
  /** Super users only, through whatever role they look at the moment. */
  superOnly?: boolean
  condition?: boolean
}

/** Whether the user has all that a gate asks for. A gate asks for a permission or for a role; one that asks for both is a mistake and stays shut. */
export function passesGate(user: User, needs: GateNeeds): boolean {
  const { permission, role, entityId, superOnly = false, condition = true } = needs
  if (permission && role) {
    // biome-ignore lint/suspicious/noConsole: a mistake in the console itself, for whoever made it
    console.error(`A gate asks for the permission ${permission} and the role ${role}; it may ask for one`)
    return false
  }
  if (!condition || (superOnly && user.auth_role !== 'super')) return false
  if (permission && entityId === undefined) return mayHere(user.permissions, permission)
  if (permission) return mayDo(user.permissions, permission, entityId)
  return role === undefined || user.role_id === role
}
