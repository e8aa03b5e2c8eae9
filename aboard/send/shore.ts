import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Format } from '#contract/wire/device.ts'
import { isRecord, parseJson } from '#protocols/json.ts'

/** The server gives a body up after a minute. */
const UPLOAD_MS = 60_000
const ANSWER_MS = 30_000

/** Result of a call. `status` is 0 when no answer came. */
export interface Answer {
  status: number
  body: Record<string, unknown>
  /** Date header in ms; NaN without one. */
  dateMs: number
  /** Bytes of the body as sent. */
  sentBytes: number
  error: string | null
  retryAfterMs: number | null
}

interface Credentials {
  id: string
  secret: string
}

/** Calls the server as this device. Connections stay open between calls. */
export class Shore {
  readonly #server: string
  readonly #path: string
  #credentials: Credentials | null
  /** Takes the bytes of a body that is about to be sent. */
  onSend: (bytes: number) => void = () => undefined

  /** `given` credentials are of a device that exists; otherwise those of an earlier registration in the file at `path`. */
  constructor(server: string, path: string, given: Credentials | null) {
    this.#server = server.replace(/\/+$/, '')
    this.#path = path
    this.#credentials = given ?? readCredentials(path)
  }

  get id(): string | null {
    return this.#credentials?.id ?? null
  }

  /** Asks for a pairing code: of a new device, or of this one. */
  async register(isNew = false): Promise<Answer> {
    if (isNew) this.#credentials = null
    const answer = await this.#call('POST', '/gateway/register', 'application/json', Buffer.from('{}'))
    const { id, secret } = answer.body
    if (answer.status === 200 && typeof id === 'string' && typeof secret === 'string') {
      writeFileSync(`${this.#path}.draft`, JSON.stringify({ id, secret }), { mode: 0o600, flush: true })
      renameSync(`${this.#path}.draft`, this.#path)
      this.#credentials = { id, secret }
    }
    return answer
  }

  settings = () => this.#call('GET', '/gateway/settings')

  health = (report: unknown) =>
    this.#call('POST', '/gateway/health', 'application/json', Buffer.from(JSON.stringify(report)))

  batch = (format: Format, bytes: Buffer) =>
    this.#call('POST', `/gateway/batches?format=${format}`, 'application/octet-stream', bytes, true)

  async #call(method: string, path: string, type?: string, bytes?: Buffer, isBatch = false): Promise<Answer> {
    const body = isBatch && bytes ? gzipSync(bytes) : bytes
    const sentBytes = body?.length ?? 0
    const credentials = this.#credentials
    this.onSend(sentBytes)
    try {
      const answer = await fetch(this.#server + path, {
        method,
        headers: {
          ...(type && { 'content-type': type }),
          ...(isBatch && { 'content-encoding': 'gzip' }),
          ...(credentials && { authorization: `Bearer ${credentials.id}.${credentials.secret}` }),
        },
        ...(body && { body: new Uint8Array(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(isBatch ? UPLOAD_MS + ANSWER_MS : ANSWER_MS),
      })
      const parsed = parseJson(await answer.text())
      // Networks of harbours answer in place of the server until a person has signed in.
      if (answer.status === 200 && !isRecord(parsed)) throw new Error('Another server answered.')
      const retryAfterMs = Number(answer.headers.get('retry-after')) * 1000
      return {
        ...{ status: answer.status, body: isRecord(parsed) ? parsed : {}, sentBytes, error: null },
        dateMs: Date.parse(answer.headers.get('date') ?? ''),
        retryAfterMs: retryAfterMs > 0 ? retryAfterMs : null,
      }
    } catch (error) {
      return {
        ...{ status: 0, body: {}, dateMs: Number.NaN, sentBytes, retryAfterMs: null },
        error: reasonOf(error),
      }
    }
  }
}

/** The cause of a failed fetch says more than "fetch failed". */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

function readCredentials(path: string): Credentials | null {
  try {
    const { id, secret } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Credentials>
    return typeof id === 'string' && typeof secret === 'string' ? { id, secret } : null
  } catch {
    return null
  }
}
