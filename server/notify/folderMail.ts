import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import type { KeptMail, Mail } from './mail.ts'

const SHOWN = 50

/** Keeps mails as .eml files that any mail program opens. */
export function folderMail(folder: string, from: string): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(message) {
      const { message: eml } = await transport.sendMail({
        from,
        ...message,
        textEncoding: 'quoted-printable',
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`
      await writeFile(resolve(folder, name), eml as Buffer, { mode: 0o600 })
    },
    async kept() {
      const names = await readdir(folder).catch(() => [])
      const newest = names
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .reverse()
        .slice(0, SHOWN)
      return Promise.all(newest.map(async (name) => readEml(await readFile(resolve(folder, name), 'utf8'))))
    },
    close: () => transport.close(),
  }
}

/** Reads the one form of mail that is written above: plain headers and a quoted-printable text. */
export function readEml(eml: string): KeptMail {
  const [head = '', ...body] = eml.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) =>
    fromEncodedWords(new RegExp(`^${name}: (.*)$`, 'mi').exec(unfolded)?.[1] ?? '')
  return {
    to: header('To'),
    subject: header('Subject'),
    sentAt: new Date(header('Date')),
    text: fromQuotedPrintable(body.join('\r\n\r\n')),
  }
}

/** Headers beyond ASCII are written as encoded words, several where one would be too long (RFC 2047). */
const fromEncodedWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, form: string, word: string) =>
      form.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuotedPrintable(word.replaceAll('_', ' ')),
    )

const fromQuotedPrintable = (text: string) =>
  text
    .replaceAll('=\r\n', '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
