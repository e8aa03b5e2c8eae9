import { eq, inArray } from 'drizzle-orm'
import { newWebhookSecret } from '#server/notify/signWebhook.ts'
import { SEALED_SETTINGS } from '#server/records/sealedSecrets.ts'
import {
  identityKeys,
  identitySessions,
  identityTwoFactors,
  identityUsers,
} from '#server/stores/relational/identitySchema.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { pushSubscriptions, settings, webhooks } from '#server/stores/relational/schema.ts'

/**
 * Removes everything that needs a lost key: the next start makes new secrets. Sessions, second factors and subscriptions
 * of browsers end, and each webhook gets another signing secret.
 */
export async function forgetSecrets(tx: Tx): Promise<void> {
  await tx.delete(settings).where(inArray(settings.name, [...SEALED_SETTINGS]))
  await tx.delete(identityKeys)
  await tx.delete(identitySessions)
  await tx.delete(identityTwoFactors)
  await tx.update(identityUsers).set({ twoFactorEnabled: false })
  await tx.delete(pushSubscriptions)
  for (const { id } of await tx.select({ id: webhooks.id }).from(webhooks)) {
    // The next start encrypts it.
    const change = { secret: newWebhookSecret(), previousSecret: null, previousSecretUntil: null }
    await tx.update(webhooks).set(change).where(eq(webhooks.id, id))
  }
}
