import type { Language } from '#contract/language.ts'
import type { Message } from '#server/notify/mail.ts'

/** Mails are in the language of the console that asked for them. */
type Words<Given extends unknown[]> = Readonly<
  Record<Language, (...given: Given) => { subject: string; lines: readonly string[] }>
>

const SIGN_IN_CODE: Words<[code: string]> = {
  en: (code) => ({
    subject: `${code} is your Taffrail sign-in code`,
    lines: [
      `Your sign-in code is ${code}`,
      '',
      'It works once and for ten minutes. If you did not ask for it, nobody can sign in without it:',
      'there is nothing you need to do.',
    ],
  }),
  it: (code) => ({
    subject: `${code} è il tuo codice di accesso a Taffrail`,
    lines: [
      `Il tuo codice di accesso è ${code}`,
      '',
      'Vale una volta sola e per dieci minuti. Se non l’hai chiesto tu, senza il codice nessuno può',
      'accedere: non devi fare nulla.',
    ],
  }),
  is: (code) => ({
    subject: `${code} er innskráningarkóði þinn í Taffrail`,
    lines: [
      `Innskráningarkóðinn þinn er ${code}`,
      '',
      'Hann gildir einu sinni og í tíu mínútur. Ef þú baðst ekki um hann getur enginn skráð sig inn',
      'án hans og þú þarft ekkert að gera.',
    ],
  }),
}

const PASSWORD_RESET: Words<[link: string]> = {
  en: (link) => ({
    subject: 'Reset your Taffrail password',
    lines: [
      'Open this link to choose a new password:',
      '',
      link,
      '',
      'It works once and for one hour. If you did not ask for it, your password stays as it is.',
    ],
  }),
  it: (link) => ({
    subject: 'Reimposta la password di Taffrail',
    lines: [
      'Apri questo link per scegliere una nuova password:',
      '',
      link,
      '',
      'Vale una volta sola e per un’ora. Se non l’hai chiesto tu, la tua password resta com’è.',
    ],
  }),
  is: (link) => ({
    subject: 'Nýtt lykilorð í Taffrail',
    lines: [
      'Opnaðu þennan hlekk til að velja nýtt lykilorð:',
      '',
      link,
      '',
      'Hann virkar einu sinni og í eina klukkustund. Ef þú baðst ekki um hann helst lykilorðið óbreytt.',
    ],
  }),
}

const INVITATION: Words<[organization: string, link: string]> = {
  en: (organization, link) => ({
    subject: 'You are invited to Taffrail',
    lines: [
      `You can now sign in to the fleet console of ${organization}:`,
      '',
      link,
      '',
      'Enter this email address there and a code comes to it. If you would rather use a password,',
      'choose “Sign in with password” and then “Forgot your password?” to set one.',
    ],
  }),
  it: (organization, link) => ({
    subject: 'Un invito a Taffrail',
    lines: [
      `Ora puoi accedere alla console della flotta di ${organization}:`,
      '',
      link,
      '',
      'Inserisci questo indirizzo email e riceverai un codice. Se preferisci una password, scegli',
      '«Accedi con la password» e poi «Hai dimenticato la password?» per impostarne una.',
    ],
  }),
  is: (organization, link) => ({
    subject: 'Þér er boðið í Taffrail',
    lines: [
      `Nú getur þú skráð þig inn í flotakerfi ${organization}:`,
      '',
      link,
      '',
      'Sláðu inn þetta netfang þar og þá berst kóði á það. Ef þú vilt heldur nota lykilorð velur þú',
      '„Skrá inn með lykilorði“ og svo „Gleymt lykilorð?“ til að setja það.',
    ],
  }),
}

const TEST: Words<[]> = {
  en: () => ({
    subject: 'Taffrail can send mail',
    lines: ['This is the mail that you asked for on the page about this installation.'],
  }),
  it: () => ({
    subject: 'Taffrail può inviare email',
    lines: ['Questa è l’email che hai chiesto nella pagina su questa installazione.'],
  }),
  is: () => ({
    subject: 'Taffrail getur sent póst',
    lines: ['Þetta er pósturinn sem þú baðst um á síðunni um þessa uppsetningu.'],
  }),
}

/** Says that the way mails go is open. */
export const testMail = (to: string, language: Language): Message => mail(to, TEST[language]())

export const signInCodeMail = (to: string, language: Language, code: string): Message =>
  mail(to, SIGN_IN_CODE[language](code))

export const passwordResetMail = (to: string, language: Language, link: string): Message =>
  mail(to, PASSWORD_RESET[language](link))

/** Nobody knows yet what a new colleague reads; most likely what the one reads who invites them. */
export const invitationMail = (
  to: string,
  language: Language,
  organization: string,
  publicUrl: string,
): Message => mail(to, INVITATION[language](organization, `${publicUrl}/signin`))

const mail = (to: string, { subject, lines }: { subject: string; lines: readonly string[] }): Message => ({
  to,
  subject,
  text: [...lines, ''].join('\n'),
})
