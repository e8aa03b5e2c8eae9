/** Everything that leaves this installation about alerts: by mail, SMS, push and webhook. */
import type { WireAlert } from '#contract/wire/alert.ts'
import type { Channel } from '#contract/wire/message.ts'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Vault } from '#server/platform/vault.ts'
import { CHANNELS_SETTING, noteReached } from '#server/records/messages.ts'
import { placeOfWebhook } from '#server/records/sealedSecrets.ts'
import { writeSetting } from '#server/records/settings.ts'
import { noteDelivery } from '#server/records/webhooks.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { alertMail, alertPush, alertSms } from './alertMail.ts'
import { type Mail, reachesPeople } from './mail.ts'
import { AddressRefused, type Outside, openOutside } from './outside.ts'
import {
  type Carriers,
  openSender,
  RecipientRefused,
  type Sender,
  type Sent,
  Undeliverable,
} from './sender.ts'
import { webhookHeaders } from './signWebhook.ts'
import { sendByTwilio, type TwilioAccount } from './twilio.ts'
import { unsubscribeKey, unsubscribeToken } from './unsubscribe.ts'
import { PartlyPushed, pushToBrowsers, vapidKeys } from './webPush.ts'

export type NotifyConfig = Pick<
  Config,
  | 'OUTGOING_ADDRESSES'
  | 'TWILIO_ACCOUNT_SID'
  | 'TWILIO_AUTH_TOKEN'
  | 'TWILIO_FROM'
  | 'TWILIO_URL'
  | 'SUPPORT_EMAIL'
  | 'demo'
>

export interface Notify {
  /** Channels that this installation can send through. */
  channels: Channel[]
  /** Key with which browsers subscribe to pushes. */
  pushKey: string
  outside: Outside
  /** Begins to send waiting messages, with all other processes that do. */
  startSender(): Sender
}

interface Given {
  db: Db
  vault: Vault
  clock: Clock
  log: Log
  mail: Mail
  publicUrl: string
  config: NotifyConfig
  /** An alert in wire format. */
  alertOnWire(organizationId: string, alertId: string): Promise<WireAlert | null>
  /** Picture of the boat's track around an alert; null where the track is unknown. */
  drawTrack(sent: Sent): Promise<Buffer | null>
}

const TWILIO_URL = 'https://api.twilio.com'

export async function openNotify(given: Given): Promise<Notify> {
  const { db, vault, clock, log, mail, publicUrl, config } = given
  const outside = openOutside(config.OUTGOING_ADDRESSES)
  const keys = await vapidKeys(given)
  const stopKey = await unsubscribeKey(given)
  const twilio = twilioIn(config)
  const hasMail = reachesPeople(mail, config.demo)
  const channels: Channel[] = [
    ...(hasMail ? ['email' as const] : []),
    ...(twilio ? ['sms' as const] : []),
    'push',
    'webhook',
  ]
  await writeSetting(db, CHANNELS_SETTING, channels)
  const subject = publicUrl.startsWith('https:')
    ? publicUrl
    : `mailto:${config.SUPPORT_EMAIL ?? 'taffrail@localhost'}`

  const carriers: Carriers = {
    email: hasMail
      ? async (to, news) => {
          const [first] = news
          const track = first && news.length === 1 ? await trackOf(first) : null
          const kind = news.some(({ message }) => message.reason !== 'external') ? 'rule' : 'external'
          const token = unsubscribeToken(stopKey, { userId: to.id, kind })
          const unsubscribe = `${publicUrl}/unsubscribe/${token}`
          try {
            await mail.send(alertMail(to, news, { publicUrl, track, unsubscribe }))
          } catch (error) {
            throw isRecipientRefused(error) ? new RecipientRefused(String(error)) : error
          }
        }
      : null,
    sms: twilio
      ? async (to, news) => {
          if (!to.phoneNumber) throw new Undeliverable('They have no phone number.')
          await sendByTwilio(twilio, to.phoneNumber, alertSms(to, news, publicUrl))
        }
      : null,
    push: async (to, news) => {
      const reached = news[0]?.message.reached ?? []
      const payload = alertPush(to, news)
      try {
        await pushToBrowsers({ db, outside, keys, subject }, { userId: to.id, reached, payload })
      } catch (error) {
        if (error instanceof PartlyPushed) {
          const ids = news.map(({ message }) => message.id)
          await noteReached(db, ids, error.reached)
        }
        throw error
      }
    },
    webhook: (sent) => deliver(sent),
  }

  /** A mail without its picture is better than none. */
  async function trackOf(sent: Sent) {
    try {
      return await given.drawTrack(sent)
    } catch (error) {
      log.warn('the track of an alert could not be drawn', { error, alertId: sent.alert.id })
      return null
    }
  }

  async function deliver({ webhook, message, organization }: Sent) {
    if (!webhook?.enabled) throw new Undeliverable('The webhook is switched off.')
    const alert = await given.alertOnWire(organization.id, message.alertId)
    if (!alert) throw new Undeliverable('The alert is gone.')
    const atMs = clock.nowMs()
    const at = new Date(atMs)
    const body = JSON.stringify({
      type: message.reason === 'ended' ? 'alert.ended' : 'alert.raised',
      ...{ timestamp: at.toISOString(), data: alert },
    })
    const { secret, previousSecret, previousSecretUntil } = webhook
    const isOldGood = previousSecret && previousSecretUntil && previousSecretUntil > at
    const secrets = [secret, ...(isOldGood ? [previousSecret] : [])].map((one) =>
      vault.open(one, placeOfWebhook(webhook.id)),
    )
    const note = (outcome: { status: number | null; error: string | null }) =>
      noteDelivery(db, {
        ...{ webhookId: webhook.id, messageId: message.id, at },
        ...{ ...outcome, tookMs: clock.nowMs() - atMs },
      })
    let status: number
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Taffrail',
        ...webhookHeaders(secrets, { id: message.id, atMs, body }),
      }
      ;({ status } = await outside.post(webhook.url, { headers, body }))
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      await note({ status: null, error: words })
      if (error instanceof AddressRefused) throw new Undeliverable(words)
      throw error
    }
    const isTaken = status >= 200 && status < 300
    await note({ status, error: null })
    if (!isTaken) throw new Error(`the webhook answered ${status}`)
  }

  return {
    channels,
    pushKey: keys.publicKey,
    outside,
    startSender: () => openSender({ db, clock, log, carriers }),
  }
}

/** The mail server took the connection and refused the address, as with a mailbox that is full. */
const isRecipientRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EENVELOPE'

function twilioIn(config: NotifyConfig): TwilioAccount | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = config
  if (!accountSid || !authToken || !from) return null
  return { accountSid, authToken, from, url: config.TWILIO_URL ?? TWILIO_URL }
}
