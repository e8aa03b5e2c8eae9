/** Layout of all mails of this installation. */
import { escapeMarkup } from '#contract/text/escapeMarkup.ts'
import type { Language } from '#contract/text/language.ts'

/**
 * Light colours are written at each element, for every mail program. Dark colours are classes, for programs
 * that support them. The colours are the console's.
 */
const LIGHT = {
  paper: 'background:#ffffff;color:#0e1b29',
  quiet: 'color:#566779',
  link: 'color:#086683',
  button: 'background:#0a7391;color:#ffffff',
  track: 'border:1px solid #c3ced9',
  critical: 'color:#c8202f',
  warning: 'color:#8f5b00',
  info: 'color:#4254c9',
} as const
const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  paper: 'background:#0d141e;color:#e8eef5',
  quiet: 'color:#9fb0c3',
  link: 'color:#5bd3e8',
  button: 'background:#38c6e0;color:#04161c',
  track: 'border:1px solid #223041',
  critical: 'color:#ff6169',
  warning: 'color:#f5b83d',
  info: 'color:#8fa8ff',
}
const DARK_STYLE = `@media (prefers-color-scheme:dark){${Object.entries(DARK)
  .map(([name, rules]) => `.${name}{${rules.replaceAll(/;|$/g, '!important$&')}}`)
  .join('')}}`

export const look = (name: keyof typeof LIGHT, more = '') =>
  `class="${name}" style="${LIGHT[name]}${more && `;${more}`}"`

export const button = (link: string, words: string) =>
  `<p style="margin:24px 0"><a href="${link}" ${look('button', 'padding:10px 16px;border-radius:6px;text-decoration:none;display:inline-block;font-weight:600')}>${escapeMarkup(words)}</a></p>`

/** `foot` explains the reason of the mail, and where to change it. */
export const page = (
  language: Language,
  parts: readonly string[],
  foot: { why: string; settings: string; link: string },
) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${DARK_STYLE}</style></head><body ${look('paper', 'margin:0;padding:24px;font:14px/1.5 Inter,Arial,sans-serif')}><div style="max-width:560px">${parts.join('')}<p ${look('quiet', 'font-size:12px')}>${escapeMarkup(foot.why)} <a href="${foot.link}" ${look('link')}>${escapeMarkup(foot.settings)}</a></p></div></body></html>`
