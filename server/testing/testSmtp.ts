/** A real mail server on a port of its own, for tests, which keeps what it receives. */
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface TestSmtp {
  url: string
  /** Oldest first. */
  received: { to: string; subject: string; text: string; html: string; pictures: Buffer[] }[]
  close(): Promise<void>
}

export async function openTestSmtp(): Promise<TestSmtp> {
  const received: TestSmtp['received'] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, { envelope }, done) {
      simpleParser(stream).then(({ subject = '', text = '', html, attachments }) => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address).join(),
          ...{ subject, text, html: html || '' },
          pictures: attachments.map(({ content }) => content),
        })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
