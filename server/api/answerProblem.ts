import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS, Problem, type ProblemCode } from '#contract/wire/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { isUnreachable } from '#server/stores/unreachable.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Problems that the call declares beside its answer. */
    problems?: readonly ProblemCode[]
  }
}

/** Logged where a call answers a problem that its description keeps from programs. */
export const UNDESCRIBED = 'a problem that the interface does not describe'

/** Programs and devices wait so long, s, when a store is away or too many calls wait. */
const RETRY_AFTER_S = 5

/**
 * Turns every failure into an answer. An error that is not a Problem is logged, and its details stay out of
 * the answer.
 */
export const answerProblem =
  (log: Log) =>
  (
    error: Error & { code?: string; statusCode?: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    reply.header('x-request-id', request.id)
    const problem = error instanceof Problem ? error : (ofFramework(error) ?? ofStore(error))
    const { url, config } = request.routeOptions
    if (problem && config?.problems && !config.problems.includes(problem.code))
      log.error(UNDESCRIBED, { method: request.method, route: url, code: problem.code })
    if (problem?.status === PROBLEMS.unavailable.status) reply.header('retry-after', RETRY_AFTER_S)
    if (problem) return reply.code(problem.status).send({ code: problem.code, message: problem.message })
    // The client has left and so broke off the answer; no error to report and nothing to mend.
    if (request.raw.socket.destroyed && isBrokenOff(error)) return reply
    log.error('request failed', {
      requestId: request.id,
      method: request.method,
      route: url,
      error,
    })
    const { status, message } = PROBLEMS.internal
    return reply.code(status).send({ code: 'internal', message })
  }

/** A call that arrived too slowly may be sent again, unlike an invalid one. */
const TOO_SLOW = 408

/** Refuses data that is no HTTP, has too many headers or arrives too slowly. */
export function refuseConnection({ code }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const problem: ProblemCode =
    code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : isSlow ? 'unavailable' : 'invalid'
  const { message } = PROBLEMS[problem]
  const status = isSlow ? TOO_SLOW : PROBLEMS[problem].status
  const body = JSON.stringify({ code: problem, message })
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}`
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\nconnection: close\r\n\r\n${body}`)
}

const isBrokenOff = ({ code = '' }: { code?: string }) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(code)

/** Fastify's own refusals: bodies that are not JSON, too large, of an unsupported type, or too many calls. */
function ofFramework({ statusCode = 500 }: { statusCode?: number }): Problem | null {
  if (statusCode < 400 || statusCode >= 500) return null
  const codes: Partial<Record<number, ProblemCode>> = { 404: 'not_found', 413: 'too_large', 429: 'too_many' }
  return new Problem(codes[statusCode] ?? 'invalid')
}

/** Codes for text that no column can store, and for invalid values of an invented cursor. */
const NO_VALUES = ['22021', '22P05', '22P02', '22003', '22007', '22008']

/**
 * Problem that only the database can detect: text with a NUL in it, or a row that went while another was tied to it.
 * Also covers a database that is down.
 */
function ofStore(error: Error): Problem | null {
  if (isUnreachable(error)) return new Problem('unavailable')
  const { cause } = error
  const { code = '' } = (cause ?? {}) as { code?: string }
  if (NO_VALUES.includes(code)) return new Problem('invalid')
  return code === '23503' ? new Problem('conflict') : null
}
