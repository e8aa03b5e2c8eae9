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

export const invitationMail = (to: string, organization: string, publicUrl: string): Message => ({
  to,
  subject: 'You are invited to Binnacle',
  text: [
    `You can now sign in to the fleet console of ${organization}:`,
    '',
    `${publicUrl}/signin`,
    '',
    'Enter this mail address there and a code comes to it. If you would rather use a password,',
    'choose "Sign in with password" and then "Forgot your password?" to set one.',
    '',
  ].join('\n'),
})
