/** Says to whoever asked for an export, and to be told, that it is ready, or that it will not be. */
import type { Language } from '#contract/language.ts'
import type { ExportRow } from '#server/records/fleetExports.ts'
import { findUser } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Mail, Message } from './mail.ts'

interface Words {
  ready: string
  failed: string
  fetch: string
  again: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    ready: 'Your export is ready',
    failed: 'Your export could not be written',
    fetch: 'Download it here. It is kept for seven days.',
    again: 'Why, and how to begin it again, is told here.',
  },
  it: {
    ready: 'La tua esportazione è pronta',
    failed: 'Impossibile scrivere la tua esportazione',
    fetch: 'Scaricala qui. È conservata per sette giorni.',
    again: 'Qui trovi il motivo e come avviarla di nuovo.',
  },
  is: {
    ready: 'Útflutningurinn þinn er tilbúinn',
    failed: 'Ekki tókst að skrifa útflutninginn þinn',
    fetch: 'Sæktu hann hér. Hann er geymdur í sjö daga.',
    again: 'Hér sést hvers vegna og hvernig má byrja aftur.',
  },
}

export function exportMail(
  to: string,
  { state, fileName, language }: Pick<ExportRow, 'state' | 'fileName' | 'language'>,
  publicUrl: string,
): Message {
  const words = WORDS[language as Language] ?? WORDS.en
  const isReady = state === 'done'
  return {
    to,
    subject: isReady ? words.ready : words.failed,
    text: [fileName, '', isReady ? words.fetch : words.again, '', `${publicUrl}/exports`, ''].join('\n'),
  }
}

/** Whoever has left since is told nothing. */
export async function mailExport(
  { db, mail, publicUrl }: { db: Db; mail: Mail; publicUrl: string },
  row: ExportRow,
): Promise<void> {
  const person = row.userId === null ? null : await findUser(db, row.userId)
  if (person) await mail.send(exportMail(person.user.email, row, publicUrl))
}
