/** Links in mails with which a person stops one kind of mail without signing in. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { readSetting, writeSetting } from '#server/records/settings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/** Mails of rules, and mails of the boats' own alerts. */
const KINDS = ['rule', 'external'] as const
const Stopped = z.object({ userId: z.uuid(), kind: z.enum(KINDS) })
export type Stopped = z.infer<typeof Stopped>

const KEY_SETTING = 'notify.unsubscribeKey'

/** Key of this installation for the signatures of such links. */
export async function unsubscribeKey(db: Db): Promise<string> {
  const known = await readSetting<string>(db, KEY_SETTING)
  if (known) return known
  const made = randomBytes(32).toString('base64url')
  await writeSetting(db, KEY_SETTING, made)
  return made
}

const sign = (key: string, payload: string) => createHmac('sha256', key).update(payload).digest('base64url')

/** `PAYLOAD.SIGNATURE`, of less than the 100 characters that a part of an address may have. */
export function unsubscribeToken(key: string, stopped: Stopped): string {
  const payload = Buffer.from(`${stopped.kind[0]}${stopped.userId}`).toString('base64url')
  return `${payload}.${sign(key, payload)}`
}

/** Null where the signature is wrong. */
export function readUnsubscribeToken(key: string, token: string): Stopped | null {
  const [payload = '', signature = ''] = token.split('.')
  const [right, given] = [Buffer.from(sign(key, payload)), Buffer.from(signature)]
  if (right.length !== given.length || !timingSafeEqual(right, given)) return null
  const text = Buffer.from(payload, 'base64url').toString()
  const kind = KINDS.find((one) => one[0] === text[0])
  return Stopped.safeParse({ kind, userId: text.slice(1) }).data ?? null
}
