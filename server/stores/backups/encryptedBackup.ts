/** A backup as one file, encrypted with a passphrase: a tar archive in the format of age, which other tools open too. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { syncByPath } from '../syncTree.ts'

/** Base-2 logarithm of the work that each guess of a passphrase takes; 18 takes a second and 256 MB. */
const SCRYPT_WORK = 18

/** Writes the folder of a backup into an encrypted file. The file appears once it is complete. */
export async function encryptBackup(
  folder: string,
  file: string,
  passphrase: string,
  scryptWork = SCRYPT_WORK,
): Promise<void> {
  const { Encrypter } = await import('age-encryption')
  const { packTar } = await import('modern-tar/fs')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(scryptWork)
  const archive = Readable.toWeb(packTar(folder)) as globalThis.ReadableStream<Uint8Array>
  const partial = `${file}.incomplete`
  try {
    const encrypted = (await encrypter.encrypt(archive)) as unknown as ReadableStream
    await pipeline(Readable.fromWeb(encrypted), createWriteStream(partial, { mode: 0o600 }))
    syncByPath(partial)
    await rename(partial, file)
    syncByPath(dirname(file))
  } finally {
    await rm(partial, { force: true })
  }
}

/** Opens such a file into a new folder. Rejects with a sentence, and then leaves no folder. */
export async function decryptBackup(file: string, folder: string, passphrase: string): Promise<void> {
  const { Decrypter } = await import('age-encryption')
  const { unpackTar } = await import('modern-tar/fs')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const encrypted = Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream<Uint8Array>
  let archive: ReadableStream
  try {
    archive = (await decrypter.decrypt(encrypted)) as unknown as ReadableStream
  } catch (cause) {
    const isOther = /no identity matched/.test((cause as Error).message)
    throw new Error(
      isOther
        ? `The passphrase does not open ${file}.`
        : `${file} is no encrypted backup, or its beginning is damaged.`,
      { cause },
    )
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await pipeline(Readable.fromWeb(archive), unpackTar(folder))
  } catch (cause) {
    await rm(folder, { recursive: true, force: true })
    throw new Error(`${file} is cut off or damaged. Copy it again.`, { cause })
  }
}
