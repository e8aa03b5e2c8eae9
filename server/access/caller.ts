import type { RoleId } from '#contract/domain/permissions.ts'
import type { Units } from '#contract/domain/unitChoice.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Actor } from '#server/records/actor.ts'
import type { Scope } from '#server/records/scope.ts'

/** A role in a department, with the department and all below it; null is the whole organization. */
export interface Membership {
  departmentId: string
  roleId: RoleId
  departmentIds: string[] | null
}

/** The caller from the server's own data: the request contributes only the signed token or the key. */
interface Known {
  organizationId: string
  /** Department of the primary membership. */
  departmentId: string
  roleId: RoleId
  /** Roles of the caller by department, the primary one first. */
  memberships: readonly Membership[]
  /** In a call the reach of its permission, elsewhere everything that the caller sees. */
  scope: Scope
  /** Units in which the caller reads quantities; a program reads the units of the wire. */
  units: Units
}

export interface UserCaller extends Known {
  actor: Extract<Actor, { type: 'user' }>
  userId: string
  /** Role of a super user, whatever role they look through; null for all other users. */
  superRoleId: RoleId | null
  /** True where the organization requires a second factor that the user has not turned on yet. */
  needsSecondFactor: boolean
}

/** A program with a key of the public API: it has one role in one department, and no person. */
export interface KeyCaller extends Known {
  actor: Extract<Actor, { type: 'api-key' }>
  userId: null
  superRoleId: null
}

export type Caller = UserCaller | KeyCaller

/** Throws SECOND_FACTOR_REQUIRED for a user who has to turn one on first. */
export function requireSecondFactor(caller: Caller): void {
  if (caller.userId !== null && caller.needsSecondFactor) throw new Problem('SECOND_FACTOR_REQUIRED')
}

/** The calling person; throws `not_allowed` for a key, which owns no images. */
export function personOf(caller: Caller): UserCaller {
  if (caller.userId === null) throw new Problem('not_allowed')
  return caller
}
