/** Mails the person who asked for an export that it is ready, or has failed. */
import { languageOf } from '#contract/text/language.ts'
import type { ExportRow } from '#server/records/fleetExports.ts'
import { findUser } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { wordsIn } from '#server/words/wordsIn.ts'
import type { Mail, Message } from './mail.ts'

export function exportMail(
  to: string,
  { state, fileName, language }: Pick<ExportRow, 'state' | 'fileName' | 'language'>,
  publicUrl: string,
): Message {
  const words = wordsIn(languageOf(language)).mails.export
  const isReady = state === 'done'
  return {
    to,
    subject: isReady ? words.ready : words.failed,
    text: [fileName, '', isReady ? words.fetch : words.again, '', `${publicUrl}/exports`, ''].join('\n'),
  }
}

/** Mails the user who asked for an export; a user who has left since gets no mail. */
export async function mailExport(
  { db, mail, publicUrl }: { db: Db; mail: Mail; publicUrl: string },
  row: ExportRow,
): Promise<void> {
  const person = row.userId === null ? null : await findUser(db, row.userId)
  if (person) await mail.send(exportMail(person.user.email, row, publicUrl))
}
