import { mayDo, type Permission, type RoleId } from '#contract/domain/permissions.ts'
import type { User } from '#contract/wire/user.ts'
import { mayHere } from '../api/departmentChoice.ts'

export interface GateNeeds {
  permission?: Permission
  /** Entity or department for which the permission must hold; without it, any one is enough. */
  entityId?: string
  role?: RoleId
  /** True for super users only, whatever role they take at the moment. */
  superOnly?: boolean
  condition?: boolean
}

/**
 * True when the user meets a gate. A gate requires a permission or a role; one with both is a mistake and stays
 * closed.
 */
export function passesGate(user: User, needs: GateNeeds): boolean {
  const { permission, role, entityId, superOnly = false, condition = true } = needs
  if (permission && role) {
    // biome-ignore lint/suspicious/noConsole: a mistake in the console itself, for its developer
    console.error(`A gate asks for the permission ${permission} and the role ${role}; it may ask for one`)
    return false
  }
  if (!condition || (superOnly && user.auth_role !== 'super')) return false
  if (permission && entityId === undefined) return mayHere(user.permissions, permission)
  if (permission) return mayDo(user.permissions, permission, entityId)
  return role === undefined || user.role_id === role
}
