import type { Access } from '#contract/endpoint.ts'
import { roleMay } from '#contract/permissions.ts'
import type { Caller } from './caller.ts'

/** Whether the caller's role opens this door at all; which rows lie behind it is for the scope to say. */
export function mayCall(access: Access, caller: Caller): boolean {
  if (access === 'anyone' || access === 'signed-in') return true
  if (access === 'super') return caller.superRoleId !== null
  return access === 'super-admin' ? caller.superRoleId === 'super-admin' : roleMay(caller.roleId, access)
}
