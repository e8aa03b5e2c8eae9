import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Language } from '#contract/text/language.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Mail } from '#server/notify/mail.ts'
import type { Clock } from '#server/platform/clock.ts'
import { replaceCode, spendCode, takeTry } from '#server/records/signInCodes.ts'
import { findByEmail } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { AttemptLimits } from './attemptLimits.ts'
import { signInCodeMail } from './mails.ts'

/** No 0, O, 1, I or L: a code is read from one screen and typed on another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 6
const LIFE_MS = 600_000
const RESEND_MS = 30_000
const MAX_TRIES = 5

interface Dependencies {
  db: Db
  mail: Mail
  clock: Clock
  limits: AttemptLimits
  secret: string
}

/**
 * Sends a code to an address for signing in. An unknown address gets a code too, which is stored and not
 * sent, so that both cases behave alike and take equally long.
 */
export async function sendCode(
  { db, mail, clock, limits, secret }: Dependencies,
  address: string,
  language: Language,
): Promise<void> {
  const email = address.toLowerCase()
  const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const sentAt = new Date(clock.nowMs())
  const row = {
    email,
    codeHash: hashOf(secret, email, code),
    sentAt,
    expiresAt: new Date(sentAt.getTime() + LIFE_MS),
  }
  const isNew = await replaceCode(db, row, new Date(sentAt.getTime() - RESEND_MS))
  const user = isNew ? await findByEmail(db, email) : null
  if (user && (await limits.mayMail(email))) await mail.send(signInCodeMail(user.email, language, code))
}

/** The user of the identity engine that a code signs in. Throws INVALID_OTP, whatever the reason. */
export async function redeemCode(
  { db, clock, secret }: Pick<Dependencies, 'db' | 'clock' | 'secret'>,
  address: string,
  given: string,
): Promise<{ identityId: string }> {
  const email = address.toLowerCase()
  const expected = await takeTry(db, email, { maxTries: MAX_TRIES, now: new Date(clock.nowMs()) })
  const actual = hashOf(secret, email, given.toUpperCase())
  const isRight = timingSafeEqual(
    Buffer.from(expected ?? randomBytes(32).toString('hex')),
    Buffer.from(actual),
  )
  if (!expected || !isRight || !(await spendCode(db, email, expected))) throw new Problem('INVALID_OTP')
  const user = await findByEmail(db, email)
  if (!user) throw new Problem('INVALID_OTP')
  return user
}

/** Keyed, because six characters are few enough to try them all against a plain hash. */
const hashOf = (secret: string, email: string, code: string) =>
  createHmac('sha256', secret).update(`${email} ${code}`).digest('hex')
