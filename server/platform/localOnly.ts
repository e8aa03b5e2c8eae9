import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'

/**
 * A hook that admits requests with the token of the data directory, from commands on this machine. A program
 * that can read the token could read the data itself.
 */
export function localOnly(token: string): (request: FastifyRequest) => Promise<void> {
  return async ({ headers }) => {
    if (!sameText(headers.authorization ?? '', `Bearer ${token}`)) throw new Problem('not_authenticated')
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameText = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
