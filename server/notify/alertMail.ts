/** Alerts as mails, SMS and pushes, in the language, units and time zone of the reader. */

import { DAY_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { type Units, WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { wallTime } from '#contract/domain/wallTime.ts'
import { escapeMarkup } from '#contract/text/escapeMarkup.ts'
import type { Language } from '#contract/text/language.ts'
import { counted, fill } from '#contract/text/sentence.ts'
import { knownAfterS } from '#contract/wire/alert.ts'
import { alertMoment, wordsOfAlert } from '#contract/words/alertText.ts'
import { documentFormats } from '#server/words/documentFormats.ts'
import { type Words as AllWords, alertSpeech, wordsIn } from '#server/words/wordsIn.ts'
import type { Message } from './mail.ts'
import { button, look, page } from './mailPage.ts'
import type { Sent } from './sender.ts'

export interface Reader {
  email: string
  language: Language | null
  timeZone: string | null
  units: Units | null
}

type Severity = 'critical' | 'warning' | 'info'

type Words = AllWords['mails']['alert']

/** Maximum alerts in a digest; the console shows the rest. */
const MAX_LISTED = 50
/** A message that is later than this after its alert contains the delay. */
const LATE_MS = 5 * MINUTE_MS

const languageOf = ({ language }: Reader): Language => language ?? 'en'

function readingOf(reader: Reader, [first]: readonly Sent[]) {
  const language = languageOf(reader)
  const { severity: severities, mails } = wordsIn(language)
  const words = mails.alert
  const zone = reader.timeZone ?? first?.organization.timeZone ?? 'UTC'
  const formats = documentFormats(language, reader.units ?? WIRE_UNITS)
  const wall = (ms: number) => {
    const { year, month, day, hour, minute, second } = wallTime(ms, zone)
    const [hours, minutes, seconds] = [hour, minute, second].map((value) => String(value).padStart(2, '0'))
    const date = formats.day(Date.UTC(year, month, day) / DAY_MS)
    return { date, clock: `${hours}:${minutes}`, seconds }
  }
  const minute = (ms: number) => `${wall(ms).date} ${wall(ms).clock}`
  const time = ({ facts, triggerUs }: Sent['alert']) => {
    const moment = alertMoment({ facts, triggerMs: triggerUs / 1000 }, alertSpeech(language), {
      moment: (ms) => `${minute(ms)}:${wall(ms).seconds}`,
      first: minute,
      second: (ms, fromMs) => (wall(ms).date === wall(fromMs).date ? wall(ms).clock : minute(ms)),
    })
    return `${moment} (${zone})`
  }
  const severity = ({ alert, message }: Sent) => {
    if (message.reason !== 'ended') return severities[alert.severity as Severity]
    return alert.withdrawnAt ? words.takenBack : words.over
  }
  const text = ({ alert }: Sent) => wordsOfAlert(alert, alertSpeech(language), reader.units ?? WIRE_UNITS)
  return { language, words, time, coordinates: formats.coordinates, severity, text }
}

function age(ms: number, words: Words): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes < 60) return `${minutes} ${words.age.min}`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} ${words.age.h}` : `${Math.round(hours / 24)} ${words.age.d}`
}

export function alertMail(
  reader: Reader,
  news: readonly Sent[],
  { publicUrl, track, unsubscribe }: { publicUrl: string; track: Buffer | null; unsubscribe?: string },
): Message {
  const mail =
    news.length > 1 ? digestMail(reader, news, publicUrl) : singleMail(reader, news, publicUrl, track)
  const id = `${news[0]?.message.id}.${news.length}@${new URL(publicUrl).hostname}`
  return { id, ...mail, ...(unsubscribe ? { unsubscribe } : {}) }
}

function singleMail(reader: Reader, news: readonly Sent[], publicUrl: string, track: Buffer | null): Message {
  const [one] = news
  if (!one) throw new Error('a mail without an alert')
  const { words, time, coordinates, severity, text } = readingOf(reader, news)
  const { alert, vessel, message } = one
  const link = `${publicUrl}/alerts/${alert.id}`
  const lateMs = alert.createdAt.getTime() - alert.triggerUs / 1000 - knownAfterS(alert.facts) * 1000
  const lastedMs = alert.endUs === null ? 0 : (alert.endUs - alert.triggerUs) / 1000
  const notes = [
    ...(message.reason === 'escalation' ? [words.escalated] : []),
    ...(message.reason === 'dark' ? [words.dark] : []),
    ...(lateMs > LATE_MS ? [fill(words.received, { age: age(lateMs, words) })] : []),
    ...(lastedMs > 0 && !alert.isOpen ? [fill(words.lasted, { age: age(lastedMs, words) })] : []),
  ]
  const hasPlace = alert.latitudeDeg !== null && alert.longitudeDeg !== null
  const facts: [string, string][] = [
    [words.vessel, vessel.name],
    [words.time, time(alert)],
    ...(hasPlace
      ? [[words.place, coordinates(alert.latitudeDeg, alert.longitudeDeg)] as [string, string]]
      : []),
  ]
  return {
    to: reader.email,
    subject: `${severity(one)}: ${vessel.name}: ${text(one)}`,
    text: [
      `${severity(one)}: ${text(one)}`,
      '',
      ...facts.map(([name, value]) => `${name}: ${value}`),
      ...notes.flatMap((note) => ['', note]),
      '',
      `${words.open}: ${link}`,
      '',
      words.why,
      `${words.settings}: ${publicUrl}/settings/notifications`,
      '',
    ].join('\n'),
    html: page(
      languageOf(reader),
      [
        heading(one.alert.severity as Severity, severity(one), text(one)),
        `<table role="presentation" cellpadding="0" cellspacing="0">${facts
          .map(
            ([name, value]) =>
              `<tr><td ${look('quiet', 'padding:2px 16px 2px 0;vertical-align:top')}>${escapeMarkup(name)}</td><td style="padding:2px 0">${escapeMarkup(value)}</td></tr>`,
          )
          .join('')}</table>`,
        ...notes.map((note) => `<p>${escapeMarkup(note)}</p>`),
        track
          ? `<p><img src="cid:track" width="480" height="240" alt="${escapeMarkup(fill(words.pictureOf, { vessel: vessel.name }))}" ${look('track', 'display:block;max-width:100%;height:auto;border-radius:6px')}></p>`
          : '',
        button(link, words.open),
      ],
      footOf(words, publicUrl),
    ),
    ...(track ? { pictures: [{ name: 'track', png: track }] } : {}),
  }
}

function digestMail(reader: Reader, news: readonly Sent[], publicUrl: string): Message {
  const { language, words, time, severity, text } = readingOf(reader, news)
  const vessels = new Set(news.map(({ vessel }) => vessel.id)).size
  const listed = news.slice(-MAX_LISTED)
  const more = news.length - listed.length
  const subject = digestSubject(language, news.length, vessels)
  const moreText = more > 0 ? counted(language, words, 'more', more) : ''
  const line = (one: Sent) => `${severity(one)}: ${one.vessel.name}: ${text(one)}`
  return {
    to: reader.email,
    subject,
    text: [
      subject,
      '',
      words.digestLead,
      '',
      ...listed.flatMap((one) => [line(one), `  ${time(one.alert)}  ${publicUrl}/alerts/${one.alert.id}`]),
      ...(moreText ? ['', moreText] : []),
      '',
      `${words.all}: ${publicUrl}/alerts`,
      '',
      words.why,
      `${words.settings}: ${publicUrl}/settings/notifications`,
      '',
    ].join('\n'),
    html: page(
      languageOf(reader),
      [
        `<h1 style="font-size:18px;margin:0 0 8px">${escapeMarkup(subject)}</h1>`,
        `<p>${escapeMarkup(words.digestLead)}</p>`,
        `<ul style="padding-left:18px">${listed
          .map(
            (one) =>
              `<li style="margin-bottom:8px"><a href="${publicUrl}/alerts/${one.alert.id}" ${look('link')}>${escapeMarkup(line(one))}</a><br><span ${look('quiet')}>${escapeMarkup(time(one.alert))}</span></li>`,
          )
          .join('')}</ul>`,
        moreText ? `<p>${escapeMarkup(moreText)}</p>` : '',
        button(`${publicUrl}/alerts`, words.all),
      ],
      footOf(words, publicUrl),
    ),
  }
}

/** Two parts of an SMS at most. */
const MAX_SMS = 300

export function alertSms(reader: Reader, news: readonly Sent[], publicUrl: string): string {
  const { language, time, severity, text } = readingOf(reader, news)
  const [one] = news
  const isOne = news.length === 1
  const lead =
    one && isOne
      ? `${severity(one)}: ${one.vessel.name}: ${text(one)}. ${time(one.alert)}`
      : digestSubject(language, news.length, new Set(news.map(({ vessel }) => vessel.id)).size)
  const link = one && isOne ? `${publicUrl}/alerts/${one.alert.id}` : `${publicUrl}/alerts`
  const room = MAX_SMS - link.length - 1
  return `${lead.length > room ? `${lead.slice(0, room - 1)}…` : lead} ${link}`
}

/** Content of a push message, which the service worker shows. */
export interface PushPayload {
  title: string
  body: string
  /** A path of this console. */
  url: string
  /** A second push with this tag replaces the first. */
  tag: string
}

export function alertPush(reader: Reader, news: readonly Sent[]): PushPayload {
  const { language, severity, text } = readingOf(reader, news)
  const [one] = news
  if (one && news.length === 1) {
    const { alert, vessel } = one
    return {
      title: `${severity(one)}: ${vessel.name}`,
      body: text(one),
      url: `/alerts/${alert.id}`,
      tag: alert.id,
    }
  }
  const vessels = [...new Set(news.map(({ vessel }) => vessel.name))]
  return {
    title: digestSubject(language, news.length, vessels.length),
    body: vessels.slice(0, 5).join(', '),
    url: '/alerts',
    tag: 'digest',
  }
}

function digestSubject(language: Language, alerts: number, vessels: number): string {
  const words = wordsIn(language).mails.alert
  const ofVessels = vessels === 1 ? words.ofOneVessel : counted(language, words, 'ofVessels', vessels)
  return counted(language, words, 'digest', alerts, { vessels: ofVessels })
}

const heading = (severity: Severity, word: string, text: string) =>
  `<p ${look(severity, 'margin:0;font-weight:600')}>${escapeMarkup(word)}</p><h1 style="font-size:18px;line-height:1.35;margin:4px 0 16px">${escapeMarkup(text)}</h1>`

const footOf = ({ why, settings }: Words, publicUrl: string) => ({
  ...{ why, settings },
  link: `${publicUrl}/settings/notifications`,
})
