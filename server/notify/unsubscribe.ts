/** Links in mails with which a person stops one kind of mail without signing in. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Vault } from '#server/platform/vault.ts'
import { sealedSetting } from '#server/records/sealedSecrets.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'

/** Mails of rules, and mails of the boats' own alerts. */
const KINDS = ['rule', 'external'] as const
const Stopped = z.object({ userId: z.uuid(), kind: z.enum(KINDS) })
export type Stopped = z.infer<typeof Stopped>

/** Key of this installation for the signatures of such links. */
export const unsubscribeKey = (stored: { db: Db; vault: Vault }): Promise<string> =>
  sealedSetting(stored, 'notify.unsubscribeKey', () => randomBytes(32).toString('base64url'))

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
