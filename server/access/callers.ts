import { seesWholeCompany } from '#contract/permissions.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type DepartmentRow, departmentsOf } from '#server/records/departments.ts'
import { branchOf } from '#server/records/scope.ts'
import { findBySessions } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Caller } from './caller.ts'
import type { Claims, Tokens } from './tokens.ts'

/** How long a caller's rights may be remembered: what is taken away stops working within five seconds. */
const REMEMBERED_MS = 4000
const MAX_REMEMBERED = 20_000

export interface Callers {
  /** The caller behind a token; null when the token, its session or its user is not good (any more). */
  ofToken(token: string): Promise<{ caller: Caller; claims: Claims } | null>
  /** The callers behind claims that were verified before, as they are now, in one query for all. */
  ofClaims(claims: readonly Claims[]): Promise<(Caller | null)[]>
  /** Forgets what is remembered, because a session ended or rights changed. */
  forget(): void
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
  const remembered = new Map<string, { caller: Promise<Caller | null>; atMs: number }>()
  const leave = bus.subscribe('rights.changed', () => remembered.clear())

  function remember(claims: Claims): Promise<Caller | null> {
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

  async function ofClaims(claims: readonly Claims[]): Promise<(Caller | null)[]> {
    const nowMs = clock.nowMs()
    const users = await findBySessions(
      db,
      claims.map(({ sessionId }) => sessionId),
      nowMs,
    )
    const companies = new Map<string, Promise<DepartmentRow[]>>()
    const departmentsIn = (companyId: string) => {
      const known = companies.get(companyId) ?? departmentsOf(db, companyId)
      companies.set(companyId, known)
      return known
    }
    return Promise.all(
      claims.map(async ({ sessionId, identityId, expiresMs }) => {
        const user = users.get(sessionId)
        if (!user || user.identityId !== identityId || expiresMs <= nowMs) return null
        const { userId, companyId, departmentId, roleId, superRoleId } = user
        const departmentIds = seesWholeCompany(roleId)
          ? null
          : branchOf(await departmentsIn(companyId), departmentId)
        return { userId, companyId, departmentId, roleId, superRoleId, scope: { companyId, departmentIds } }
      }),
    )
  }

  return {
    async ofToken(token) {
      const claims = await tokens.verify(token)
      const caller = claims && (await remember(claims))
      return caller && { caller, claims }
    },
    ofClaims,
    forget: () => remembered.clear(),
    close: leave,
  }
}
