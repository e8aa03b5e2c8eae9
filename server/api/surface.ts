import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import type { ProblemCode } from '#contract/wire/errors.ts'
import type { Caller } from '#server/access/caller.ts'
import { bearerOf } from './bearerOf.ts'
import type { Services } from './serve.ts'

/** A set of endpoints: their path, their callers, and what wraps each call. */
export interface Surface<Who extends Caller = Caller> {
  pathOf(endpoint: AnyEndpoint): string
  /** Throws `not_authenticated` for a caller without access. */
  callerOf(request: FastifyRequest, services: Services): Promise<Who>
  /** Problems of a call on this surface, beyond those on every surface. */
  problemsOf(endpoint: AnyEndpoint): readonly ProblemCode[]
  /** Runs the call and returns what is sent. */
  around(
    call: { request: FastifyRequest; reply: FastifyReply; endpoint: AnyEndpoint; caller: Who },
    services: Services,
    work: () => Promise<unknown>,
  ): Promise<unknown>
}

/** Surface for users in browsers, signed in. */
export const consoleSurface: Surface = {
  pathOf: ({ path }) => path,
  callerOf: async (request, services) => (await bearerOf(request, services)).caller,
  problemsOf: ({ access }) => (access === 'anyone' ? [] : ['SECOND_FACTOR_REQUIRED']),
  around: (_call, _services, work) => work(),
}
