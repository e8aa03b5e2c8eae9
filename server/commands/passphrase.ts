import { readFile } from 'node:fs/promises'
import { Misused } from '#server/commands/command.ts'

/** Option of backup and restore: a file, because other users of the machine see arguments and environment. */
export const PASSPHRASE_FILE = 'passphrase-file'
const LEAST = 8

/** The passphrase in the named file, without the end of its line. Null without a file. */
export async function readPassphrase(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new Error(`The passphrase cannot be read: ${cause.message}.`, { cause })
  })
  const passphrase = text.replace(/\r?\n$/, '')
  if (passphrase.length < LEAST)
    throw new Misused(`The passphrase in ${file} needs at least ${LEAST} characters.`)
  return passphrase
}
