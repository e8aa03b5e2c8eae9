import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, KeyCaller } from '#server/access/caller.ts'
import { authenticate } from '../authenticate.ts'
import { keyBearerOf } from '../bearerOf.ts'
import type { Services } from '../serve.ts'
import { asAttachment } from './asAttachment.ts'

/** Interval of checks that a reader still has the right, while a file is sent. */
export const CHECK_MS = 1000

/** Reader of a file, with a function that checks whether the reader still has access. */
export interface Reader {
  caller: Caller
  again(): Promise<Caller | null>
}

/** Throws `not_authenticated`. */
export async function sessionReader(request: FastifyRequest, services: Services): Promise<Reader> {
  const { caller, claims } = await authenticate(request, services)
  // The token was good when the download began, and a long one outlives it; the session must last.
  const lasting = { ...claims, expiresMs: Number.POSITIVE_INFINITY }
  return { caller, again: async () => (await services.access.callers.ofClaims([lasting]))[0] ?? null }
}

/** Throws `not_authenticated`. */
export async function keyReader(
  request: FastifyRequest,
  services: Services,
): Promise<Reader & { caller: KeyCaller }> {
  const { caller, secret } = await keyBearerOf(request, services)
  await services.turns.take(request)
  return { caller, again: () => services.access.callers.ofKey(secret) }
}

/** Headers of every download: the browser saves the file without opening it, and no cache stores it. */
export function offerFile(reply: FastifyReply, fileName: string): void {
  reply.header('cache-control', 'no-store')
  reply.header('content-security-policy', "default-src 'none'; sandbox")
  reply.header('content-disposition', asAttachment(fileName))
}
