import { type RoleId, seesWholeOrganization } from '#contract/domain/permissions.ts'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import { findKeyBySecret } from '#server/records/apiKeys.ts'
import { type DepartmentRow, departmentsOf } from '#server/records/departments.ts'
import { membershipsOf } from '#server/records/memberships.ts'
import { branchOf, type Scope } from '#server/records/scope.ts'
import { findBySessions } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Caller, KeyCaller, Membership, UserCaller } from './caller.ts'
import { hashOfKey } from './hashOfKey.ts'
import { reachOf } from './reachOf.ts'
import type { Claims, Tokens } from './tokens.ts'

/** How long a caller's rights are cached, so that revoked rights end within five seconds. */
const REMEMBERED_MS = 4000
const MAX_REMEMBERED = 20_000

export interface Callers {
  /** The caller behind a token; null when the token, its session or its user is not good (any more). */
  ofToken(token: string): Promise<{ caller: UserCaller; claims: Claims } | null>
  /** The key of the public API with this secret; null when there is none (any more). */
  ofKey(secret: string): Promise<KeyCaller | null>
  /** The callers behind claims that were verified before, as they are now, in one query for all. */
  ofClaims(claims: readonly Claims[]): Promise<(UserCaller | null)[]>
  close(): void
}

export function openCallers({
  db,
  tokens,
  bus,
  clock,
}: {
  db: Db
  tokens: Tokens
  bus: Bus
  clock: Clock
}): Callers {
  const remembered = new Map<string, { caller: Promise<UserCaller | null>; atMs: number }>()
  const leave = bus.subscribe('rights.changed', () => remembered.clear())

  function remember(claims: Claims): Promise<UserCaller | null> {
    const nowMs = clock.nowMs()
    const key = `${claims.sessionId} ${claims.identityId}`
    const known = remembered.get(key)
    if (known && nowMs - known.atMs < REMEMBERED_MS) return known.caller
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const caller = ofClaims([claims]).then(([one]) => one ?? null)
    remembered.set(key, { caller, atMs: nowMs })
    caller.catch(() => remembered.delete(key))
    return caller
  }

  async function ofClaims(claims: readonly Claims[]): Promise<(UserCaller | null)[]> {
    const nowMs = clock.nowMs()
    const users = await findBySessions(
      db,
      claims.map(({ sessionId }) => sessionId),
      nowMs,
    )
    const further = Map.groupBy(
      await membershipsOf(
        db,
        [...users.values()].map(({ userId }) => userId),
      ),
      ({ userId }) => userId,
    )
    const organizations = new Map<string, Promise<DepartmentRow[]>>()
    const departmentsIn = (organizationId: string) => {
      const known = organizations.get(organizationId) ?? departmentsOf(db, organizationId)
      organizations.set(organizationId, known)
      return known
    }
    return Promise.all(
      claims.map(async ({ sessionId, identityId, expiresMs }) => {
        const user = users.get(sessionId)
        if (!user || user.identityId !== identityId || expiresMs <= nowMs) return null
        const { userId, organizationId, departmentId, roleId, superRoleId, needsSecondFactor } = user
        const units = user.units ?? WIRE_UNITS
        // A super user who looks through another role sees only what that role sees.
        const others = superRoleId === null ? (further.get(userId) ?? []) : []
        const places = [
          { departmentId, roleId },
          ...others.map((other) => ({ departmentId: other.department.id, roleId: other.roleId })),
        ]
        const memberships = await reaching(places, () => departmentsIn(organizationId))
        const known = { userId, organizationId, departmentId, roleId, superRoleId, memberships, units }
        const caller = { ...known, needsSecondFactor, actor: { type: 'user' as const, userId } }
        return { ...caller, scope: allOf(caller) }
      }),
    )
  }

  return {
    async ofKey(secret) {
      const key = await findKeyBySecret(db, hashOfKey(secret))
      if (!key) return null
      const { id: apiKeyId, name, organizationId, departmentId } = key
      const roleId = key.roleId as RoleId
      const memberships = await reaching([{ departmentId, roleId }], () => departmentsOf(db, organizationId))
      const known = { organizationId, departmentId, roleId, memberships, units: WIRE_UNITS }
      const nobody = { userId: null, superRoleId: null }
      const caller = { ...known, ...nobody, actor: { type: 'api-key' as const, apiKeyId, name } }
      return { ...caller, scope: allOf(caller) }
    },
    async ofToken(token) {
      const claims = await tokens.verify(token)
      const caller = claims && (await remember(claims))
      return caller && { caller, claims }
    },
    ofClaims,
    close: leave,
  }
}

async function reaching(
  places: readonly Pick<Membership, 'departmentId' | 'roleId'>[],
  departments: () => Promise<DepartmentRow[]>,
): Promise<Membership[]> {
  return Promise.all(
    places.map(async (place) => ({
      ...place,
      departmentIds: seesWholeOrganization(place.roleId)
        ? null
        : branchOf(await departments(), place.departmentId),
    })),
  )
}

/** Scope of everything that a caller sees; a member who sees nothing gets an empty list of departments. */
function allOf(caller: Omit<Caller, 'scope'>): Scope {
  const { organizationId } = caller
  return reachOf('signed-in', caller) ?? { organizationId, departmentIds: [] }
}
