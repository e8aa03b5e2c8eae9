import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_ATTACHMENTS } from '#contract/wire/comment.ts'
import { Problem } from '#contract/wire/errors.ts'
import { MAX_IMAGE_BYTES } from '#contract/wire/image.ts'

export interface SentFile {
  /** As the sender calls it, of one line; nothing on the server is named after it. */
  fileName: string
  bytes: Buffer
}

/** A file that is too large for memory. Its consumer must read it to the end and check whether it was cut. */
export interface SentStream {
  fileName: string
  file: Readable & { truncated: boolean }
}

/** Lets the routes of this instance read forms with files. */
export async function takeFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      fileSize: MAX_IMAGE_BYTES,
      files: MAX_ATTACHMENTS,
      fields: 10,
      fieldSize: 1000,
      headerPairs: 20,
    },
  })
}

/** Reads the files in the form's field `files`, one after the other. Throws `too_large` and `invalid`. */
export async function* sentFiles(
  request: FastifyRequest,
  what: 'Picture' | 'Model',
): AsyncGenerator<SentFile> {
  for await (const { fileName, file } of sentStreams(request, MAX_IMAGE_BYTES)) {
    // Read here, because the form keeps what it reads until the last file has arrived.
    const bytes = Buffer.concat(await file.toArray().catch(refuseForm))
    if (file.truncated) throw new Problem('too_large', `${what} can not be more than 10 MB`)
    yield { fileName, bytes }
  }
}

/** Returns the files as streams, each of at most `maxBytes`. */
export async function* sentStreams(request: FastifyRequest, maxBytes: number): AsyncGenerator<SentStream> {
  try {
    for await (const { fieldname, filename, file } of request.files({ limits: { fileSize: maxBytes } })) {
      if (fieldname !== 'files') throw new Problem('invalid', 'Files are sent in the field files.')
      yield { fileName: oneLine(filename), file }
    }
  } catch (error) {
    refuseForm(error)
  } finally {
    // A client that is still sending reads the answer only after the server has taken the whole body.
    request.raw.unpipe()
    request.raw.resume()
  }
}

/**
 * Rethrows failures with a status, as the form reader's own have, and system errors, which name a system
 * call. All others are about the form.
 */
export function refuseForm(error: unknown): never {
  if (error instanceof Problem) throw error
  if (error instanceof Error && ('statusCode' in error || 'syscall' in error)) throw error
  throw new Problem('invalid', 'The form cannot be read.')
}

const MAX_NAME = 100
const oneLine = (name = '') => [...name.replace(/\p{C}+/gu, ' ').trim()].slice(-MAX_NAME).join('')
