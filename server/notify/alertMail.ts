/** Alerts as mails, SMS and pushes, in the words, numbers and clock of who reads them. */

import { knownAfterS } from '#contract/alert.ts'
import { alertMoment, wordsOfAlert } from '#contract/alertText.ts'
import { escapeMarkup } from '#contract/escapeMarkup.ts'
import { createFormats } from '#contract/formats.ts'
import { type Language, NUMBER_SIGNS } from '#contract/language.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { type Units, WIRE_UNITS } from '#contract/unitChoice.ts'
import { wallTime } from '#contract/wallTime.ts'
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

interface Words {
  severity: Readonly<Record<Severity, string>>
  months: readonly string[]
  vessel: string
  time: string
  place: string
  received: (age: string) => string
  escalated: string
  /** In place of the severity, of an alert that is over and of one that later data took back. */
  over: string
  takenBack: string
  lasted: (time: string) => string
  open: string
  all: string
  digestSubject: (alerts: number, vessels: number) => string
  digestLead: string
  more: (count: number) => string
  why: string
  settings: string
  pictureOf: (vessel: string) => string
  compass: Readonly<Record<'N' | 'S' | 'E' | 'W', string>>
  minutes: string
  hours: string
  days: string
}

/** Icelandic counts twenty-one as one. */
const isOne = (count: number) => count % 10 === 1 && count % 100 !== 11

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    severity: { critical: 'Critical', warning: 'Warning', info: 'Info' },
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
    vessel: 'Vessel',
    time: 'Trigger time',
    place: 'Location',
    received: (age) => `Happened ${age} before it was received.`,
    escalated: 'Nobody has acknowledged this alert yet.',
    over: 'Over',
    takenBack: 'Withdrawn',
    lasted: (age) => `It ended after ${age}.`,
    open: 'Open the alert',
    all: 'View all alerts',
    digestSubject: (alerts, vessels) =>
      `${alerts} alerts of ${vessels === 1 ? 'one vessel' : `${vessels} vessels`}`,
    digestLead: 'These alerts were held back and come together:',
    more: (count) => `and ${count} more`,
    why: 'You get this because alerts of these vessels are sent to you.',
    settings: 'Choose what you are told',
    pictureOf: (vessel) => `Track of ${vessel}`,
    compass: { N: 'N', S: 'S', E: 'E', W: 'W' },
    minutes: 'min',
    hours: 'h',
    days: 'd',
  },
  it: {
    severity: { critical: 'Critico', warning: 'Avviso', info: 'Info' },
    months: 'gen feb mar apr mag giu lug ago set ott nov dic'.split(' '),
    vessel: 'Imbarcazione',
    time: 'Ora',
    place: 'Posizione',
    received: (age) => `Accaduto ${age} prima di essere ricevuto.`,
    escalated: 'Nessuno ha ancora confermato questo allarme.',
    over: 'Terminato',
    takenBack: 'Ritirato',
    lasted: (age) => `È terminato dopo ${age}.`,
    open: 'Apri l’allarme',
    all: 'Vedi tutti gli allarmi',
    digestSubject: (alerts, vessels) =>
      `${alerts} allarmi di ${vessels === 1 ? 'un’imbarcazione' : `${vessels} imbarcazioni`}`,
    digestLead: 'Questi allarmi sono stati trattenuti e arrivano insieme:',
    more: (count) => (count === 1 ? 'e un altro' : `e altri ${count}`),
    why: 'Ricevi questo messaggio perché gli allarmi di queste imbarcazioni ti vengono inviati.',
    settings: 'Scegli che cosa ricevere',
    pictureOf: (vessel) => `Traccia di ${vessel}`,
    compass: { N: 'N', S: 'S', E: 'E', W: 'O' },
    minutes: 'min',
    hours: 'h',
    days: 'g',
  },
  is: {
    severity: { critical: 'Alvarlegt', warning: 'Viðvörun', info: 'Upplýsingar' },
    months: 'jan. feb. mars apríl maí júní júlí ágúst sept. okt. nóv. des.'.split(' '),
    vessel: 'Bátur',
    time: 'Tími',
    place: 'Staðsetning',
    received: (age) => `Gerðist ${age} áður en það barst.`,
    escalated: 'Enginn hefur enn staðfest þessa viðvörun.',
    over: 'Lokið',
    takenBack: 'Dregið til baka',
    lasted: (age) => `Lauk eftir ${age}.`,
    open: 'Opna viðvörunina',
    all: 'Sjá allar viðvaranir',
    digestSubject: (alerts, vessels) =>
      `${alerts} ${isOne(alerts) ? 'viðvörun' : 'viðvaranir'} frá ${
        vessels === 1 ? 'einum báti' : `${vessels} ${isOne(vessels) ? 'báti' : 'bátum'}`
      }`,
    digestLead: 'Þessar viðvaranir biðu og koma saman:',
    more: (count) => `og ${count} í viðbót`,
    why: 'Þú færð þetta vegna þess að viðvaranir þessara báta eru sendar þér.',
    settings: 'Veldu hvað þú færð',
    pictureOf: (vessel) => `Ferill ${vessel}`,
    compass: { N: 'N', S: 'S', E: 'A', W: 'V' },
    minutes: 'mín.',
    hours: 'klst.',
    days: 'd.',
  },
}

/** Of a digest; the console has the rest. */
const MAX_LISTED = 50
/** Later than this after it happened, it says so. */
const LATE_MS = 5 * MINUTE_MS

const languageOf = ({ language }: Reader): Language => language ?? 'en'

function readingOf(reader: Reader, [first]: readonly Sent[]) {
  const language = languageOf(reader)
  const words = WORDS[language]
  const zone = reader.timeZone ?? first?.organization.timeZone ?? 'UTC'
  const { coordinates } = createFormats({
    ...NUMBER_SIGNS[language],
    date: () => '',
    today: () => '',
    unit: (unit) => unit,
    ago: () => '',
    compass: (point) =>
      point === 'N' || point === 'S' || point === 'E' || point === 'W' ? words.compass[point] : point,
  })
  const wall = (ms: number) => {
    const { year, month, day, hour, minute, second } = wallTime(ms, zone)
    const [hours, minutes, seconds] = [hour, minute, second].map((value) => String(value).padStart(2, '0'))
    return { date: `${day} ${words.months[month]}, ${year}`, clock: `${hours}:${minutes}`, seconds }
  }
  const minute = (ms: number) => `${wall(ms).date} ${wall(ms).clock}`
  const time = ({ facts, triggerUs }: Sent['alert']) => {
    const moment = alertMoment({ facts, triggerMs: triggerUs / 1000 }, language, {
      moment: (ms) => `${minute(ms)}:${wall(ms).seconds}`,
      first: minute,
      second: (ms, fromMs) => (wall(ms).date === wall(fromMs).date ? wall(ms).clock : minute(ms)),
    })
    return `${moment} (${zone})`
  }
  const severity = ({ alert, message }: Sent) => {
    if (message.reason !== 'ended') return words.severity[alert.severity as Severity]
    return alert.withdrawnAt ? words.takenBack : words.over
  }
  const text = ({ alert }: Sent) => wordsOfAlert(alert, language, reader.units ?? WIRE_UNITS)
  return { words, time, coordinates, severity, text }
}

function age(ms: number, words: Words): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes < 60) return `${minutes} ${words.minutes}`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} ${words.hours}` : `${Math.round(hours / 24)} ${words.days}`
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
    ...(lateMs > LATE_MS ? [words.received(age(lateMs, words))] : []),
    ...(lastedMs > 0 && !alert.isOpen ? [words.lasted(age(lastedMs, words))] : []),
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
          ? `<p><img src="cid:track" width="480" height="240" alt="${escapeMarkup(words.pictureOf(vessel.name))}" ${look('track', 'display:block;max-width:100%;height:auto;border-radius:6px')}></p>`
          : '',
        button(link, words.open),
      ],
      footOf(words, publicUrl),
    ),
    ...(track ? { pictures: [{ name: 'track', png: track }] } : {}),
  }
}

function digestMail(reader: Reader, news: readonly Sent[], publicUrl: string): Message {
  const { words, time, severity, text } = readingOf(reader, news)
  const vessels = new Set(news.map(({ vessel }) => vessel.id)).size
  const listed = news.slice(-MAX_LISTED)
  const more = news.length - listed.length
  const subject = words.digestSubject(news.length, vessels)
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
      ...(more > 0 ? ['', words.more(more)] : []),
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
        more > 0 ? `<p>${escapeMarkup(words.more(more))}</p>` : '',
        button(`${publicUrl}/alerts`, words.all),
      ],
      footOf(words, publicUrl),
    ),
  }
}

/** Two parts of an SMS at most, which is what people read and pay for. */
const MAX_SMS = 300

export function alertSms(reader: Reader, news: readonly Sent[], publicUrl: string): string {
  const { words, time, severity, text } = readingOf(reader, news)
  const [one] = news
  const isOne = news.length === 1
  const lead =
    one && isOne
      ? `${severity(one)}: ${one.vessel.name}: ${text(one)}. ${time(one.alert)}`
      : words.digestSubject(news.length, new Set(news.map(({ vessel }) => vessel.id)).size)
  const link = one && isOne ? `${publicUrl}/alerts/${one.alert.id}` : `${publicUrl}/alerts`
  const room = MAX_SMS - link.length - 1
  return `${lead.length > room ? `${lead.slice(0, room - 1)}…` : lead} ${link}`
}

/** What the service worker shows. */
export interface PushPayload {
  title: string
  body: string
  /** A path of this console. */
  url: string
  /** A second push of the same replaces the first. */
  tag: string
}

export function alertPush(reader: Reader, news: readonly Sent[]): PushPayload {
  const { words, severity, text } = readingOf(reader, news)
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
    title: words.digestSubject(news.length, vessels.length),
    body: vessels.slice(0, 5).join(', '),
    url: '/alerts',
    tag: 'digest',
  }
}

const heading = (severity: Severity, word: string, text: string) =>
  `<p ${look(severity, 'margin:0;font-weight:600')}>${escapeMarkup(word)}</p><h1 style="font-size:18px;line-height:1.35;margin:4px 0 16px">${escapeMarkup(text)}</h1>`

const footOf = ({ why, settings }: Words, publicUrl: string) => ({
  ...{ why, settings },
  link: `${publicUrl}/settings/notifications`,
})
