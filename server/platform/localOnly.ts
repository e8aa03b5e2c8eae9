import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import { includes, listOf } from './networks.ts'

type Hook = (request: FastifyRequest) => Promise<void>

/**
 * A hook that admits requests with the token of the data directory, from commands on this machine. A program
 * that can read the token could read the data itself.
 */
export function localOnly(token: string): Hook {
  return async (request) => {
    if (!hasToken(request, token)) throw new Problem('not_authenticated')
  }
}

/** A hook that admits programs on this machine, and others with the token where there is one. */
export function localOrToken(token: string | undefined): Hook {
  return async (request) => {
    const isAdmitted = isLocal(request) || (token !== undefined && hasToken(request, token))
    if (!isAdmitted) throw new Problem('not_authenticated')
  }
}

const LOOPBACK = listOf(['127.0.0.0/8', '::1'])

/** Whether a program on this machine calls. A proxy on this machine calls for others, and names them in a header. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  return includes(LOOPBACK, raw.socket.remoteAddress ?? '')
}

const hasToken = ({ headers }: FastifyRequest, token: string) =>
  sameText(headers.authorization ?? '', `Bearer ${token}`)

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameText = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
