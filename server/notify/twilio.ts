import { Undeliverable } from './sender.ts'

export interface TwilioAccount {
  accountSid: string
  authToken: string
  /** A number of the account, or the sid of a messaging service (`MG…`) that chooses one. */
  from: string
  /** Address of the API. */
  url: string
}

const TIMEOUT_MS = 10_000

/** One SMS through Twilio's Messages API. */
export async function sendByTwilio(account: TwilioAccount, to: string, body: string): Promise<void> {
  const { accountSid, authToken, from, url } = account
  const form = new URLSearchParams({ To: plainNumber(to), Body: body })
  form.set(from.startsWith('MG') ? 'MessagingServiceSid' : 'From', from)
  const answer = await fetch(`${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    body: form,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (answer.ok) return
  const { code, message } = (await answer.json().catch(() => ({}))) as { code?: number; message?: string }
  const words = `Twilio answered ${answer.status}${code ? ` (${code})` : ''}${message ? `: ${message}` : ''}`
  // 400 is about this message; wrong credentials, too many at once and trouble of theirs can pass.
  if (answer.status === 400) throw new Undeliverable(words)
  throw new Error(words)
}

/** E.164, as the API wants it: people write numbers with spaces, brackets and 00. */
const plainNumber = (written: string) => written.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
