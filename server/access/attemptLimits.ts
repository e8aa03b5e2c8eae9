/** Limits of attempts, enforced on the server whatever a browser does. */

import { isIPv4 } from 'node:net'
import { HOUR_MS, MINUTE_MS, QUARTER_HOUR_MS } from '#contract/domain/time.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  attemptTimes,
  countAttempts,
  forgetAttempts,
  noteAttempt,
  takeBackAttempt,
} from '#server/records/attempts.ts'
import { oneAtATime } from '#server/stores/relational/oneAtATime.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'

/** Wrong passwords within 15 minutes: for an account from one place, from one place, for an account. */
const PASSWORDS = { accountAndSource: 5, source: 100, account: 50 }
/** An office signs in from one address; against one code of six characters a hundred tries are nothing. */
const CODES_FROM_SOURCE = 100
const MAILS_PER_HOUR = 5
const WRONG_PAIRINGS = 10
const ENDED_LOCKS_PER_HOUR = 5
/** A lock of 15 minutes follows from attempts of the 15 minutes before it. */
const LONGEST_LOOK_BACK_MS = 2 * QUARTER_HOUR_MS
/** An app's code is valid for three steps of 30 s; a used code is stored for no longer. */
const CODE_LIFE_MS = 2 * MINUTE_MS

export type AttemptLimits = ReturnType<typeof attemptLimits>

export function attemptLimits({ db, clock }: { db: Db; clock: Clock }) {
  /**
   * Parallel attempts take turns, so a burst of them gets as many as one after the other would. A refused attempt does not
   * count, so it does not prolong the wait.
   */
  const within = (subject: string, limit: number, windowMs: number): Promise<boolean> =>
    oneAtATime(db, `attempts: ${subject}`, async (tx) => {
      const nowMs = clock.nowMs()
      if ((await countAttempts(tx, subject, nowMs - windowMs)) >= limit) return false
      await noteAttempt(tx, subject, nowMs)
      return true
    })

  return {
    /**
     * Null while pairing is locked for this person: for fifteen minutes from the tenth wrong code within
     * fifteen minutes. Right codes and attempts during the lock do not count.
     */
    tryPairing(userId: string): Promise<{ wasRight(): Promise<void> } | null> {
      const subject = pairingBy(userId)
      return oneAtATime(db, `attempts: ${subject}`, async (tx) => {
        const nowMs = clock.nowMs()
        const times = (await attemptTimes(tx, [subject], nowMs - LONGEST_LOOK_BACK_MS)).get(subject) ?? []
        if (lockedUntilMs(times, nowMs) !== null) return null
        const { id } = await noteAttempt(tx, subject, nowMs)
        return { wasRight: () => takeBackAttempt(db, subject, id) }
      })
    },
    /** Ends of pairing locks (ms), for those of these users who are locked. */
    async pairingLocks(userIds: readonly string[]): Promise<Map<string, number>> {
      const nowMs = clock.nowMs()
      const found = await attemptTimes(db, userIds.map(pairingBy), nowMs - LONGEST_LOOK_BACK_MS)
      return new Map(
        userIds.flatMap((userId) => {
          const untilMs = lockedUntilMs(found.get(pairingBy(userId)) ?? [], nowMs)
          return untilMs === null ? [] : [[userId, untilMs] as const]
        }),
      )
    },
    /** False where an organization has ended five locks within the hour: codes are guessed there. */
    mayEndPairingLock: (organizationId: string) =>
      within(`pairing lock ended in ${organizationId}`, ENDED_LOCKS_PER_HOUR, HOUR_MS),
    endPairingLock: (tx: Tx, userId: string) => forgetAttempts(tx, pairingBy(userId)),
    async mayTryPassword(email: string, ip: string): Promise<boolean> {
      const source = sourceOf(ip)
      const account = email.toLowerCase().slice(0, 254)
      return (
        (await within(`password ${account} ${source}`, PASSWORDS.accountAndSource, QUARTER_HOUR_MS)) &&
        (await within(`password from ${source}`, PASSWORDS.source, QUARTER_HOUR_MS)) &&
        (await within(`password for ${account}`, PASSWORDS.account, QUARTER_HOUR_MS))
      )
    },
    async passwordWasRight(email: string, ip: string): Promise<void> {
      const account = email.toLowerCase().slice(0, 254)
      await forgetAttempts(db, `password ${account} ${sourceOf(ip)}`)
      await forgetAttempts(db, `password for ${account}`)
    },
    mayAskForCode: (ip: string) =>
      within(`code asked from ${sourceOf(ip)}`, CODES_FROM_SOURCE, QUARTER_HOUR_MS),
    mayTryCode: (ip: string) => within(`code tried from ${sourceOf(ip)}`, CODES_FROM_SOURCE, QUARTER_HOUR_MS),
    /**
     * True when the code of an authenticator app comes for the first time, so that an observed code is
     * useless.
     */
    mayUseCode: (userId: string, code: string) => within(`code of ${userId} ${code}`, 1, CODE_LIFE_MS),
    mayMail: (address: string) => within(`mail ${address.toLowerCase()}`, MAILS_PER_HOUR, HOUR_MS),
  }
}

const pairingBy = (userId: string) => `pairing by ${userId}`

/**
 * End of a lock after wrong attempts at these times (ms, oldest first); null without a lock. No attempt is
 * stored during a lock, so the newest attempt caused it.
 */
export function lockedUntilMs(triedMs: readonly number[], nowMs: number): number | null {
  const newest = triedMs.at(-1) ?? Number.NEGATIVE_INFINITY
  const tenth = triedMs.at(-WRONG_PAIRINGS) ?? Number.NEGATIVE_INFINITY
  const isLocked = newest - tenth < QUARTER_HOUR_MS && nowMs < newest + QUARTER_HOUR_MS
  return isLocked ? newest + QUARTER_HOUR_MS : null
}

/** An IPv6 household owns a whole /64, so that much counts as one place. */
export function sourceOf(ip: string): string {
  const v4 = ip.replace(/^::ffff:/i, '')
  if (isIPv4(v4)) return v4
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = ip.includes('::') ? tail.split(':').filter(Boolean) : []
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const groups = [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, 4).join(':')}::/64`
}
