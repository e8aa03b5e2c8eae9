import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { languageOf } from '#contract/text/language.ts'
import { acknowledgeAlert } from '#contract/wire/alert.ts'
import { createWatchNote, getBoard } from '#contract/wire/board.ts'
import { type AnyEndpoint, wallPathOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { WALL_PASS } from '#contract/wire/wallPass.ts'
import { type Caller, requireSecondFactor } from '#server/access/caller.ts'
import { hashOfKey } from '#server/access/hashOfKey.ts'
import { nameOrganization } from '#server/platform/organizationAtWork.ts'
import { findPass, findWall, noteWallSeen, type WallLinkRow } from '#server/records/wallLinks.ts'
import { checkAnswer, sendAnswer } from '../answerInTurns.ts'
import { linkTokenOf } from '../bearerOf.ts'
import { readBoard } from '../board/boardRoutes.ts'
import { keepPrivate } from '../keepPrivate.ts'
import { answerAsConsole, callByLink } from '../linkCalls.ts'
import { PUBLIC_LIMIT } from '../publicLimit.ts'
import type { Services } from '../serve.ts'
import { personScope, wallScope } from './wallScope.ts'

/** Acts on a wall screen, by a user who signed in there. */
const ACTS: readonly AnyEndpoint[] = [acknowledgeAlert, createWatchNote]

const PROBLEMS = [
  'invalid',
  'not_found',
  'not_authenticated',
  'not_allowed',
  'SECOND_FACTOR_REQUIRED',
  'too_many',
  'too_large',
  'internal',
  'unavailable',
] as const

/** Calls of wall screens: the board, and acts of a user who signed in on the screen. No others. */
export function wallRoutes(app: FastifyInstance, services: Services): void {
  const config = { rateLimit: PUBLIC_LIMIT, problems: PROBLEMS }
  const { db, clock } = services

  app.get(wallPathOf(getBoard), { config }, async (request, reply) => {
    const wall = await wallOf(services, request, reply)
    const nowMs = clock.nowMs()
    await noteWallSeen(db, wall.id, new Date(nowMs), new Date(nowMs - MINUTE_MS))
    const language = languageOf(request.headers['accept-language'])
    const board = await readBoard(db, await wallScope(db, wall), {
      ...{ departmentId: wall.departmentId, language, units: WIRE_UNITS, nowMs, withVessels: true },
    })
    return sendAnswer(reply, await checkAnswer(getBoard.output, board))
  })

  for (const endpoint of ACTS) {
    app.route({
      method: endpoint.method,
      url: wallPathOf(endpoint),
      config,
      async handler(request, reply) {
        const wall = await wallOf(services, request, reply)
        const caller = await personAt(services, wall, endpoint, request.headers[WALL_PASS])
        const call = callByLink(services, endpoint, request, reply, caller)
        return sendAnswer(reply, await checkAnswer(endpoint.output, await answerAsConsole(endpoint, call)))
      },
    })
  }
}

/** The link of the request; the answer is equal for an unknown and an ended link. Waits for the organization's turn. */
async function wallOf(
  { db, turns }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<WallLinkRow> {
  keepPrivate(reply)
  const token = linkTokenOf(request)
  const wall = token ? await findWall(db, hashOfKey(token)) : null
  if (!wall) throw new Problem('not_found')
  nameOrganization(wall.organizationId)
  await turns.take(request)
  return wall
}

/** The user who signed in on the screen, with present rights, within the screen's departments. */
async function personAt(
  { db, clock, access }: Services,
  wall: WallLinkRow,
  endpoint: AnyEndpoint,
  pass: string | string[] | undefined,
): Promise<Caller> {
  const now = new Date(clock.nowMs())
  const held = typeof pass === 'string' ? await findPass(db, wall.id, hashOfKey(pass), now) : null
  if (!held) throw new Problem('not_authenticated')
  const { sessionId, identityId, expiresAt } = held
  const [caller] = await access.callers.ofClaims([{ sessionId, identityId, expiresMs: expiresAt.getTime() }])
  if (!caller) throw new Problem('not_authenticated')
  requireSecondFactor(caller)
  const scope = await personScope(db, wall, caller, endpoint.access)
  if (!scope) throw new Problem('not_allowed')
  return { ...caller, scope }
}
