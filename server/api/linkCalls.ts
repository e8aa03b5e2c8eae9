/** Calls of the console that holders of a link make: the same routes answer, for a caller whom the link describes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '#contract/text/language.ts'
import type { AnyEndpoint, OutputOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { decodeListQuery } from '#contract/wire/list.ts'
import type { Caller } from '#server/access/caller.ts'
import { leaving, parse } from './addRoute.ts'
import { ROUTES } from './routes.ts'
import type { Call, Services } from './serve.ts'

/** Answers a call as the console's own route does. */
export function answerAsConsole<E extends AnyEndpoint>(
  endpoint: E,
  call: Call<NoInfer<E>>,
): Promise<OutputOf<E>> {
  const route = ROUTES.find((one) => one.endpoint === endpoint)
  if (!route) throw new Error(`no route serves ${endpoint.path}`)
  return route.handle(call as unknown as Call<AnyEndpoint>) as Promise<OutputOf<E>>
}

/** Reads a request as the console's route does. A link sends no files. */
export function callByLink(
  services: Services,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Call<AnyEndpoint> {
  const language = languageOf(request.headers['accept-language'])
  const nothing = () => {
    throw new Problem('not_allowed')
  }
  return {
    ...services,
    ...{ ip: request.ip, left: leaving(reply), language, caller },
    ...{ sentFiles: nothing, sentStreams: nothing, further: nothing },
    params: parse(endpoint.params, request.params),
    query: endpoint.list
      ? decodeListQuery(endpoint.list, request.query, language)
      : parse(endpoint.query, request.query),
    body: parse(endpoint.body, request.body ?? {}),
  } as unknown as Call<AnyEndpoint>
}
