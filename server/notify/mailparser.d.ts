/** The part of mailparser that tests read mails with; the package has no types of its own. */
declare module 'mailparser' {
  import type { Readable } from 'node:stream'

  export function simpleParser(stream: Readable): Promise<{
    messageId?: string
    subject?: string
    text?: string
    html?: string | false
    attachments: { content: Buffer; cid?: string; filename?: string }[]
  }>
}
