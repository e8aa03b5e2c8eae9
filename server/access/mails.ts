import type { Language } from '#contract/text/language.ts'
import { type Blanks, fill } from '#contract/text/sentence.ts'
import type { Message } from '#server/notify/mail.ts'
import { wordsIn } from '#server/words/wordsIn.ts'

/** Confirms to an administrator that the installation can send mail. */
export const testMail = (to: string, language: Language): Message => mail('test', to, language, {})

/** Mails in the language of the console that requested them. */
export const signInCodeMail = (to: string, language: Language, code: string): Message =>
  mail('signInCode', to, language, { code })

export const passwordResetMail = (to: string, language: Language, link: string): Message =>
  mail('passwordReset', to, language, { link })

/** The language of an invited person is unknown: most likely it is that of the person who invites. */
export const invitationMail = (
  to: string,
  language: Language,
  organization: string,
  publicUrl: string,
): Message => mail('invitation', to, language, { organization, link: `${publicUrl}/signin` })

function mail(
  name: 'test' | 'signInCode' | 'passwordReset' | 'invitation',
  to: string,
  language: Language,
  blanks: Blanks,
): Message {
  const { subject, paragraphs } = wordsIn(language).mails[name]
  return {
    to,
    subject: fill(subject, blanks),
    text: `${paragraphs.map((paragraph) => fill(paragraph, blanks)).join('\n\n')}\n`,
  }
}
