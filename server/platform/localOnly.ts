import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'

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

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether a program on this machine calls. A proxy on this machine calls for others, and names them in a header. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  const address = raw.socket.remoteAddress ?? ''
  return isIP(address) > 0 && LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

const hasToken = ({ headers }: FastifyRequest, token: string) =>
  sameText(headers.authorization ?? '', `Bearer ${token}`)

const digest = (text: string) => createHash('sha256').update(text).digest()
const sameText = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
