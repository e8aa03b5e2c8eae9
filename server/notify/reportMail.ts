/** The mail around the files of a scheduled report. */
import { escapeMarkup } from '#contract/text/escapeMarkup.ts'
import type { Language } from '#contract/text/language.ts'
import { fill } from '#contract/text/sentence.ts'
import type { ReportPeriod } from '#contract/wire/reportSchedule.ts'
import { wordsIn } from '#server/words/wordsIn.ts'
import type { Message } from './mail.ts'
import { button, look, page } from './mailPage.ts'

export interface ReportToSend {
  /** Stays equal when the report is sent again. */
  id: string
  to: string
  language: Language
  period: ReportPeriod
  /** Name of a department, or of the organization. */
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

export function reportMail(report: ReportToSend, publicUrl: string): Message {
  const { id, to, language, period, whose, days, figures, from, until, files } = report
  const words = wordsIn(language).mails.report
  const subject = fill(words.subject[period], { whose, days })
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
