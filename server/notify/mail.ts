/** True when mails reach people: by a mail server, or in demo mode on the page of kept mails. */
export const reachesPeople = (mail: Mail, demo: boolean) => mail.kept === null || demo

/** Mail leaves here, whichever way the installation is configured. */
export interface Mail {
  /** Resolves once the mail server, or the disk, has it. */
  send(message: Message): Promise<void>
  /** Mails kept on disk instead of being sent, newest first; null when mails really leave. */
  kept: (() => Promise<KeptMail[]>) | null
  close(): void
}

export interface Message {
  /** Stays equal when the mail is sent again, so that mail servers and programs recognise a copy. */
  id?: string
  to: string
  subject: string
  text: string
  /** HTML version for programs that show it. */
  html?: string
  /** Pictures that `html` shows as `cid:NAME`. */
  pictures?: readonly { name: string; png: Buffer }[]
  /** Address at which one POST stops this kind of mail, without signing in (RFC 8058). */
  unsubscribe?: string
  /** Attached files. */
  files?: readonly { name: string; type: string; bytes: Buffer }[]
}

export interface KeptMail extends Pick<Message, 'to' | 'subject' | 'text'> {
  sentAt: Date
}

/** As the mail library takes it. */
export const toMailOptions = ({ id, unsubscribe, pictures = [], files = [], ...message }: Message) => ({
  ...message,
  headers: {
    // No person wrote it, so nothing answers it by itself (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe
      ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
  },
  ...(id === undefined ? {} : { messageId: `<${id}>` }),
  ...(pictures.length + files.length > 0
    ? {
        attachments: [
          ...pictures.map(({ name, png }) => ({ filename: `${name}.png`, content: png, cid: name })),
          ...files.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
        ],
      }
    : {}),
})
