import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { lazily } from '#server/platform/lazily.ts'
import { type KeptMail, type Mail, toMailOptions } from './mail.ts'

const SHOWN = 50

/** Keeps mails as .eml files that any mail program opens. */
export function folderMail(folder: string, from: string): Mail {
  const transport = lazily(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true })
  })
  return {
    async send(message) {
      const { message: eml } = await (await transport()).sendMail({
        from,
        ...toMailOptions(message),
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
    close: () => undefined,
  }
}

/** Reads mails written above: quoted-printable text, alone or beside its HTML version. */
export function readEml(eml: string): KeptMail {
  const { header, text } = readPart(eml)
  return {
    to: header('To'),
    subject: header('Subject'),
    sentAt: new Date(header('Date')),
    text,
  }
}

function readPart(part: string): { header: (name: string) => string; text: string } {
  const [head = '', ...body] = part.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) =>
    fromEncodedWords(new RegExp(`^${name}: (.*)$`, 'mi').exec(unfolded)?.[1] ?? '')
  const inside = body.join('\r\n\r\n')
  const [, boundary] = /^multipart\/.*boundary="([^"]+)"/.exec(header('Content-Type')) ?? []
  if (boundary === undefined) return { header, text: fromQuotedPrintable(inside) }
  const [, ...parts] = `\r\n${inside}`.split(`\r\n--${boundary}`)
  const plain = parts
    .map((one) => readPart(one.replace(/^\r\n/, '')))
    .find(({ header: of }) => /^(text\/plain|multipart\/)/.test(of('Content-Type')))
  return { header, text: plain?.text ?? '' }
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
