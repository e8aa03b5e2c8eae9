import { resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { lazily } from '#server/platform/lazily.ts'
import { folderMail } from './folderMail.ts'
import { type Mail, toMailOptions } from './mail.ts'

/** Through the configured mail server, else into the folder `mail` below the data directory. */
export function openMail(config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'dataDir'>): Mail {
  return config.SMTP_URL
    ? smtpMail(config.SMTP_URL, config.MAIL_FROM)
    : folderMail(resolve(config.dataDir, 'mail'), config.MAIL_FROM)
}

/** A server that does not answer must not delay other mails; a failed mail is tried again or reported. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

function smtpMail(url: string, from: string): Mail {
  let close = () => {}
  const transport = lazily(async () => {
    const { createTransport } = await import('nodemailer')
    const opened = createTransport({ url, ...PATIENCE })
    close = () => opened.close()
    return opened
  })
  return {
    async send(message) {
      await (await transport()).sendMail({ from, ...toMailOptions(message) })
    },
    kept: null,
    close: () => close(),
  }
}
