/** A real mail server on a port of its own, for tests, which keeps what it receives. */
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface TestSmtp {
  url: string
  /** Oldest first. */
  received: {
    id: string
    to: string
    subject: string
    text: string
    html: string
    pictures: Buffer[]
    files: { name: string; bytes: Buffer }[]
  }[]
  /** While true, the server asks senders to try later. */
  isAway: boolean
  /** Awaited between having taken a mail and saying so. */
  onTaken: (() => Promise<void>) | null
  close(): Promise<void>
}

export async function openTestSmtp(): Promise<TestSmtp> {
  const state: Pick<TestSmtp, 'received' | 'isAway' | 'onTaken'> = {
    received: [],
    isAway: false,
    onTaken: null,
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onMailFrom(_address, _session, done) {
      const later = Object.assign(new Error('try again later'), { responseCode: 451 })
      done(state.isAway ? later : null)
    },
    onData(stream, { envelope }, done) {
      simpleParser(stream).then(async ({ messageId = '', subject = '', text = '', html, attachments }) => {
        state.received.push({
          id: messageId,
          to: envelope.rcptTo.map(({ address }) => address).join(),
          ...{ subject, text, html: html || '' },
          pictures: attachments.filter(({ cid }) => cid).map(({ content }) => content),
          files: attachments
            .filter(({ cid }) => !cid)
            .map(({ filename = '', content }) => ({ name: filename, bytes: content })),
        })
        await state.onTaken?.()
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
