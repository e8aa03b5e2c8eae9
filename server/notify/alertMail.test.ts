import { expect, test } from 'vitest'
import type { Language } from '#contract/text/language.ts'
import { openTestSmtp } from '#server/testing/testSmtp.ts'
import { alertMail } from './alertMail.ts'
import { openMail } from './openMail.ts'
import type { Sent } from './sender.ts'

const news = (alerts: number, vessels: number) =>
  Array.from({ length: alerts }, (_, i) => ({
    message: { id: `m${i}`, reason: 'rule' },
    alert: { id: `a${i}`, severity: 'warning', text: 'Too hot', facts: null, triggerUs: i * 1e6 },
    vessel: { id: `v${i % vessels}`, name: 'Hafdís' },
    organization: { timeZone: 'Atlantic/Reykjavik' },
  })) as unknown as Sent[]
const digest = (language: Language, alerts: number, vessels: number) =>
  alertMail({ email: 'a@example.com', language, timeZone: null, units: null }, news(alerts, vessels), {
    ...{ publicUrl: 'https://boats.example', track: null },
  })

test.each([
  ['en', 21, 1, '21 alerts of one vessel'],
  ['en', 21, 21, '21 alerts of 21 vessels'],
  ['it', 21, 21, '21 allarmi di 21 imbarcazioni'],
  ['is', 2, 1, '2 viðvaranir frá einum báti'],
  ['is', 11, 11, '11 viðvaranir frá 11 bátum'],
  ['is', 21, 21, '21 viðvörun frá 21 báti'],
] as const)('words in %s a digest of %i alerts of %i vessels', (language, alerts, vessels, words) => {
  expect(digest(language, alerts, vessels).subject).toBe(words)
})

test('lists fifty alerts in a digest and counts the rest', () => {
  const { text, html } = digest('it', 51, 3)
  expect(text.match(/Too hot/g)).toHaveLength(50)
  expect(text).toContain('e un altro')
  expect(html).toContain('e un altro')
  expect(digest('it', 52, 3).text).toContain('e altri 2')
})

test('writes hostile names into a mail as text, and no further header or recipient', async () => {
  const name = '<img src=x onerror=alert(1)>"\'\r\nBcc: evil@evil.example\r\n\r\n<script>'
  const [one] = news(1, 1)
  const hostile = {
    ...one,
    vessel: { id: 'v', name },
    alert: { ...one?.alert, text: name, createdAt: new Date(0), latitudeDeg: null, longitudeDeg: null },
  } as unknown as Sent
  const smtp = await openTestSmtp()
  const mail = openMail({ SMTP_URL: smtp.url, MAIL_FROM: 'Taffrail <a@b.example>', dataDir: '/nowhere' })
  const reader = { email: 'a@example.com', language: 'en' as const, timeZone: null, units: null }
  for (const sent of [[hostile], [hostile, hostile]]) {
    const message = alertMail(reader, sent, { publicUrl: 'https://boats.example', track: null })
    expect(message.html).not.toMatch(/<(img|script)/)
    await mail.send(message)
  }
  mail.close()
  await smtp.close()
  expect(smtp.received.map(({ to }) => to)).toEqual(['a@example.com', 'a@example.com'])
  expect(smtp.received[0]?.subject).toMatch(/^Warning: <img .* <script>$/)
})
