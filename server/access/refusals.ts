/**
 * Writes refused sign-ins and calls into the audit log of the organization concerned. Neither the given secret nor a
 * typed address is stored: people type passwords into the wrong field.
 */
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { SYSTEM } from '#server/records/actor.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findByEmail, findByIdentity } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Caller } from './caller.ts'

/** Secret that was wrong, or `locked` where the limit of attempts refused the sign-in. */
export type RefusedReason = 'credentials' | 'code' | 'second-factor' | 'locked'

export type Refusals = ReturnType<typeof openRefusals>

/** Accounts with a line within the last minute; more would mean an attack on thousands of accounts. */
const MAX_REMEMBERED = 10_000

export function openRefusals({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
  const notedMs = new Map<string, number>()

  /** True for the first refusal within a minute, so that a flood of attempts does not fill the audit log. */
  function isFirst(subject: string, nowMs = clock.nowMs()): boolean {
    const lastMs = notedMs.get(subject)
    if (lastMs !== undefined && nowMs - lastMs < MINUTE_MS) return false
    notedMs.delete(subject)
    const [oldest] = notedMs.keys()
    if (oldest !== undefined && notedMs.size >= MAX_REMEMBERED) notedMs.delete(oldest)
    notedMs.set(subject, nowMs)
    return true
  }

  async function signIn(
    identityId: string | undefined,
    reason: RefusedReason,
    ip: string,
    nowMs = clock.nowMs(),
  ): Promise<void> {
    const user = identityId === undefined ? null : await findByIdentity(db, identityId)
    if (!user) {
      if (isFirst(`unknown ${ip}`, nowMs)) log.warn('a sign-in to no account was refused', { reason, ip })
      return
    }
    const { id, name, organizationId } = user
    if (!isFirst(`${id} ${reason}`, nowMs)) return
    await db.transaction((tx) =>
      noteAct(tx, {
        ...{ organizationId, actor: SYSTEM, ip, act: 'sign-in.refused', subject: { id, name } },
        after: { reason },
      }),
    )
  }

  return {
    signIn,
    /** Looks up every address, known or not, so run it in the background: its time would reveal accounts. */
    async signInByEmail(email: string, reason: RefusedReason, ip: string): Promise<void> {
      const nowMs = clock.nowMs()
      await signIn((await findByEmail(db, email))?.identityId, reason, ip, nowMs)
    },
    /** Notes a call that the caller's role does not allow. `path` is a pattern and contains no values. */
    async call({ organizationId, actor }: Caller, ip: string, method: string, path: string): Promise<void> {
      if (!isFirst(JSON.stringify(actor))) return
      const subject = { id: path, name: `${method} ${path}` }
      await db.transaction((tx) => noteAct(tx, { organizationId, actor, ip, act: 'access.refused', subject }))
    },
    /** Reports a key that opens nothing: it belongs to no organization, so the server's log has it. */
    key(ip: string): void {
      if (isFirst(`key ${ip}`)) log.warn('a key of the public API was refused', { ip })
    },
  }
}
