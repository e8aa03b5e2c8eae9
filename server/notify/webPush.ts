/** Pushes to browsers: encrypted for each, signed with a key pair of this installation. */

import { DAY_S } from '#contract/domain/time.ts'
import type { Vault } from '#server/platform/vault.ts'
import * as subscriptions from '#server/records/pushSubscriptions.ts'
import { sealedSetting } from '#server/records/sealedSecrets.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { PushPayload } from './alertMail.ts'
import { AddressRefused, type Outside } from './outside.ts'
import { Undeliverable } from './sender.ts'

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** A push service keeps it so long for a browser that is away. */
const KEPT_S = DAY_S

/** Made at the first start; browsers subscribe to the public one, so another would silence them all. */
export async function vapidKeys(stored: { db: Db; vault: Vault }): Promise<VapidKeys> {
  const made = async () => JSON.stringify((await import('web-push')).default.generateVAPIDKeys())
  return JSON.parse(await sealedSetting(stored, 'notify.vapid', made)) as VapidKeys
}

interface Given {
  db: Db
  outside: Outside
  keys: VapidKeys
  /** Contact for a push service: an https address or mailto. */
  subject: string
}

/**
 * Pushes to all browsers of a person that do not have the message yet. Throws when one was out of reach, with
 * the browsers that have it now in `reached`.
 */
export async function pushToBrowsers(
  { db, outside, keys, subject }: Given,
  { userId, reached, payload }: { userId: string; reached: readonly string[]; payload: PushPayload },
): Promise<void> {
  const { default: webPush } = await import('web-push')
  const all = await subscriptions.subscriptionsOf(db, userId)
  const done = [...reached]
  const errors: string[] = []
  let isInVain = true
  for (const { id, endpoint, p256dh, auth } of all.filter((one) => !reached.includes(one.id))) {
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        { vapidDetails: { subject, ...keys }, TTL: KEPT_S, urgency: 'high' },
      )
      const answer = await outside.post(endpoint, {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: body ?? '',
      })
      // The browser or its user has ended the subscription.
      if (answer.status === 404 || answer.status === 410) await subscriptions.deleteSubscription(db, endpoint)
      else if (answer.status >= 200 && answer.status < 300) done.push(id)
      else {
        isInVain = false
        errors.push(`the push service answered ${answer.status} ${answer.body.slice(0, 200)}`)
      }
    } catch (error) {
      if (!(error instanceof AddressRefused)) isInVain = false
      errors.push(error instanceof Error ? error.message : String(error))
    }
  }
  if (errors.length > 0) {
    if (isInVain && done.length === 0) throw new Undeliverable(errors.join('; '))
    if (!isInVain) throw new PartlyPushed(errors.join('; '), done)
  }
  if (done.length === 0) throw new Undeliverable('None of their browsers takes pushes any more.')
}

/** Thrown when only some browsers have the message. */
export class PartlyPushed extends Error {
  readonly reached: readonly string[]

  constructor(message: string, reached: readonly string[]) {
    super(message)
    this.reached = reached
  }
}
