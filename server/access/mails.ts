import type { Message } from '#server/notify/mail.ts'

export const signInCodeMail = (to: string, code: string): Message => ({
  to,
  subject: `${code} is your Binnacle sign-in code`,
  text: [
    `Your sign-in code is ${code}`,
    '',
    'It works once and for ten minutes. If you did not ask for it, nobody can sign in without it:',
    'there is nothing you need to do.',
    '',
  ].join('\n'),
})

export const passwordResetMail = (to: string, link: string): Message => ({
  to,
  subject: 'Reset your Binnacle password',
  text: [
    'Open this link to choose a new password:',
    '',
    link,
    '',
    'It works once and for one hour. If you did not ask for it, your password stays as it is.',
    '',
  ].join('\n'),
})
