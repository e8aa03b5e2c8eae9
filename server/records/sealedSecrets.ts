/** Secrets that the server must read again, encrypted in the database with the keys of the operator. */
import { eq, inArray } from 'drizzle-orm'
import { isSealed, type Vault } from '#server/platform/vault.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { settings, webhooks } from '#server/stores/relational/schema.ts'
import { readSetting } from './settings.ts'

/** Secrets of the installation itself, by the names of their settings. Each is made once. */
export const SEALED_SETTINGS = ['access.secret', 'notify.unsubscribeKey', 'notify.vapid'] as const
type SealedSetting = (typeof SEALED_SETTINGS)[number]

const placeOfSetting = (name: SealedSetting) => `setting:${name}`
export const placeOfWebhook = (id: string) => `webhook:${id}`

/** A secret of the installation, made at its first start. Processes that make it at once get the same one. */
export async function sealedSetting(
  { db, vault }: { db: Db; vault: Vault },
  name: SealedSetting,
  make: () => string | Promise<string>,
): Promise<string> {
  const known = await readSetting<string>(db, name)
  if (known !== null) return vault.open(known, placeOfSetting(name))
  const value = vault.seal(await make(), placeOfSetting(name))
  await db.insert(settings).values({ name, value }).onConflictDoNothing()
  const stored = await readSetting<string>(db, name)
  if (stored === null) throw new Error(`the secret ${name} was not stored`)
  return vault.open(stored, placeOfSetting(name))
}

/** True once a secret of the installation is encrypted, so that its start needs the key. */
export async function needsKey(db: Db): Promise<boolean> {
  const rows = await db
    .select({ value: settings.value })
    .from(settings)
    .where(inArray(settings.name, [...SEALED_SETTINGS]))
  return rows.some(({ value }) => isSealed(value))
}

/**
 * Encrypts with the newest key what an older key encrypted, and what an earlier version stored as it is. Rejects with
 * KeyUnknown, and then changes nothing.
 */
export async function sealStored(db: Db, vault: Vault): Promise<void> {
  const renewed = (value: unknown, place: string): string | null => {
    if (!isSealed(value)) return vault.seal(typeof value === 'string' ? value : JSON.stringify(value), place)
    const text = vault.open(value, place)
    return vault.isCurrent(value) ? null : vault.seal(text, place)
  }
  await db.transaction(async (tx) => {
    const kept = await tx
      .select()
      .from(settings)
      .where(inArray(settings.name, [...SEALED_SETTINGS]))
      .for('update')
    for (const { name, value } of kept) {
      const sealed = renewed(value, placeOfSetting(name as SealedSetting))
      if (sealed) await tx.update(settings).set({ value: sealed }).where(eq(settings.name, name))
    }
    for (const { id, secret, previousSecret } of await tx.select().from(webhooks).for('update')) {
      const place = placeOfWebhook(id)
      const change = {
        secret: renewed(secret, place) ?? secret,
        previousSecret: previousSecret && (renewed(previousSecret, place) ?? previousSecret),
      }
      if (change.secret !== secret || change.previousSecret !== previousSecret)
        await tx.update(webhooks).set(change).where(eq(webhooks.id, id))
    }
  })
}
