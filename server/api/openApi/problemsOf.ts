import { z } from 'zod'
import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import type { ProblemCode } from '#contract/wire/errors.ts'

/** Problems of a call on any surface: those of every call of its kind, and its own. */
export function problemsOf(endpoint: AnyEndpoint): ProblemCode[] {
  const { access, method, params, body, query, list, problems } = endpoint
  const takesAnything = [params, body, query].some((schema) => !(schema instanceof z.ZodUnknown)) || list
  const names = endpoint.path.includes('/:') || method === 'POST'
  // A row can go while another is being tied to it.
  const writes = method !== 'GET'
  const codes: ProblemCode[] = [
    // A body that is no JSON is refused whether the call reads it or not.
    ...(takesAnything || writes ? (['invalid'] as const) : []),
    ...(access === 'anyone' ? (['too_many'] as const) : (['not_authenticated', 'not_allowed'] as const)),
    ...(names ? (['not_found'] as const) : []),
    ...(writes ? (['conflict'] as const) : []),
    ...(writes ? (['too_large'] as const) : []),
    ...problems,
    'internal',
    'unavailable',
  ]
  return [...new Set(codes)]
}
