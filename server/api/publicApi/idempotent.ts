import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import type { KeyCaller } from '#server/access/caller.ts'
import { KeyUnknown, type Vault } from '#server/platform/vault.ts'
import {
  beginNamedWrite,
  forgetNamedWrite,
  type NamedWrite,
  saveAnswer,
} from '#server/records/namedWrites.ts'
import type { Services } from '../serve.ts'

const NAME = /^[\x21-\x7e]{1,255}$/

/**
 * Runs a write under an `Idempotency-Key` once: a repeated call within a day gets the first answer and costs
 * nothing. A refused call has written nothing and may be repeated. The key of a write that broke off, because
 * the server died or a store was away, stays taken: the result is unknown. Answers are stored encrypted, because one may
 * contain a token.
 */
export async function idempotent(
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller: KeyCaller },
  { db, clock, vault }: Pick<Services, 'db' | 'clock' | 'vault'>,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const name = request.headers['idempotency-key']
  if (name === undefined) return work()
  if (typeof name !== 'string' || !NAME.test(name))
    throw new Problem('invalid', 'Idempotency-Key must be a word of at most 255 letters.')
  const { method, url, body } = request
  const callHash = createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex')
  const write: NamedWrite = { apiKeyId: caller.actor.apiKeyId, name, callHash }
  const known = await beginNamedWrite(db, write, clock.nowMs())
  if (known !== 'begun') {
    if (known.callHash !== callHash) throw new Problem('IDEMPOTENCY_KEY_REUSED')
    const answer = known.answer && opened(vault, known.answer, write)
    if (answer === null) throw new Problem('IDEMPOTENCY_KEY_IN_USE')
    reply.header('idempotent-replayed', 'true')
    return JSON.parse(answer)
  }
  const answer = await work().catch(async (error: unknown) => {
    if (error instanceof Problem) await forgetNamedWrite(db, write)
    throw error
  })
  await saveAnswer(db, write, vault.seal(JSON.stringify(answer), placeOf(write)))
  return answer
}

const placeOf = ({ apiKeyId, name }: NamedWrite) => `write:${apiKeyId}:${name}`

/** Null where the key of the secrets was replaced meanwhile. */
function opened(vault: Vault, sealed: string, write: NamedWrite): string | null {
  try {
    return vault.open(sealed, placeOf(write))
  } catch (error) {
    if (error instanceof KeyUnknown) return null
    throw error
  }
}
