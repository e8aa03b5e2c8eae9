import type { Access } from '#contract/endpoint.ts'
import { isSuper, roleMay } from '#contract/permissions.ts'
import type { Caller } from './caller.ts'

/** Whether the caller's role opens this door at all; which rows lie behind it is for the scope to say. */
export function mayCall(access: Access, caller: Caller): boolean {
  if (access === 'anyone' || access === 'signed-in') return true
  if (access === 'super') return isSuper(caller.roleId)
  return access === 'super-admin' ? caller.roleId === 'super-admin' : roleMay(caller.roleId, access)
}
