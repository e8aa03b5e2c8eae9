/** A report that is sent by itself: what stands in the mail around the files. */
import { escapeMarkup } from '#contract/escapeMarkup.ts'
import type { Language } from '#contract/language.ts'
import type { ReportPeriod } from '#contract/reportSchedule.ts'
import type { Message } from './mail.ts'
import { button, look, page } from './mailPage.ts'

export interface ReportToSend {
  /** The same whenever it is tried again. */
  id: string
  to: string
  language: Language
  period: ReportPeriod
  /** A department, or the organization. */
  whose: string
  /** As `16 Nov, 2026 – 22 Nov, 2026`. */
  days: string
  /** The first figures of it, in words of the reader. */
  figures: readonly (readonly [name: string, value: string])[]
  /** First and last day, YYYY-MM-DD. */
  from: string
  until: string
  files: NonNullable<Message['files']>
}

interface Words {
  subject: Readonly<Record<ReportPeriod, (whose: string, days: string) => string>>
  attached: string
  open: string
  why: string
  settings: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    subject: {
      week: (whose, days) => `Weekly report: ${whose}, ${days}`,
      month: (whose, days) => `Monthly report: ${whose}, ${days}`,
    },
    attached: 'All figures and charts are in the attached PDF, the tables for spreadsheets in the CSV files.',
    open: 'Open these days in the console',
    why: 'You get this because somebody who manages your department has reports sent to you; they can stop them.',
    settings: 'Scheduled reports',
  },
  it: {
    subject: {
      week: (whose, days) => `Rapporto settimanale: ${whose}, ${days}`,
      month: (whose, days) => `Rapporto mensile: ${whose}, ${days}`,
    },
    attached: 'Tutti i dati e i grafici sono nel PDF allegato, le tabelle per fogli di calcolo nei file CSV.',
    open: 'Apri questi giorni nella console',
    why: 'Ricevi questo messaggio perché chi gestisce il tuo reparto ti fa inviare i rapporti e può interromperli.',
    settings: 'Rapporti programmati',
  },
  is: {
    subject: {
      week: (whose, days) => `Vikuskýrsla: ${whose}, ${days}`,
      month: (whose, days) => `Mánaðarskýrsla: ${whose}, ${days}`,
    },
    attached: 'Allar tölur og línurit eru í PDF-skjalinu í viðhengi, töflur fyrir töflureikna í CSV-skránum.',
    open: 'Opna þessa daga í kerfinu',
    why: 'Þú færð þetta vegna þess að sá sem stýrir deildinni þinni lætur senda þér skýrslur og getur stöðvað það.',
    settings: 'Reglulegar skýrslur',
  },
}

export function reportMail(report: ReportToSend, publicUrl: string): Message {
  const { id, to, language, period, whose, days, figures, from, until, files } = report
  const words = WORDS[language]
  const subject = words.subject[period](whose, days)
  const link = `${publicUrl}/reports?from=${from}&to=${until}`
  return {
    id: `${id}@${new URL(publicUrl).hostname}`,
    ...{ to, subject, files },
    text: [
      subject,
      '',
      ...figures.map(([name, value]) => `${name}: ${value}`),
      '',
      words.attached,
      '',
      `${words.open}: ${link}`,
      '',
      words.why,
      '',
    ].join('\n'),
    html: page(
      language,
      [
        `<h1 style="font-size:18px;line-height:1.35;margin:0 0 16px">${escapeMarkup(subject)}</h1>`,
        `<table role="presentation" cellpadding="0" cellspacing="0">${figures
          .map(
            ([name, value]) =>
              `<tr><td ${look('quiet', 'padding:2px 16px 2px 0;vertical-align:top')}>${escapeMarkup(name)}</td><td style="padding:2px 0;text-align:right">${escapeMarkup(value)}</td></tr>`,
          )
          .join('')}</table>`,
        `<p>${escapeMarkup(words.attached)}</p>`,
        button(escapeMarkup(link), words.open),
      ],
      { why: words.why, settings: words.settings, link: `${publicUrl}/reports/scheduled` },
    ),
  }
}
