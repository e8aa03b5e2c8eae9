import type { AnyEndpoint, BodyOf, OutputOf, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import { PROBLEMS, Problem, type ProblemCode } from '#contract/errors.ts'
import { encodeListQuery, type ListQuery } from '#contract/list.ts'
import { departmentChoice } from './departmentChoice.ts'
import { session } from './session.ts'

type Given<Name extends string, Value> = unknown extends Value ? object : Record<Name, Value>
export type CallInput<E extends AnyEndpoint> = Given<'params', ParamsOf<E>> &
  Given<'query', QueryOf<E>> &
  Given<'body', BodyOf<E>> & { list?: Partial<ListQuery>; signal?: AbortSignal }

/**
 * Calls the server. Throws a Problem with the server's code and sentence. A call refused for its token is tried once
 * more with a new one; refused again, the session is over.
 */
export async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<OutputOf<E>> {
  let response = await send(endpoint, input)
  if (response.status === 401 && endpoint.access !== 'anyone') {
    session.forget()
    response = await send(endpoint, input)
    if (response.status === 401) session.end()
  }
  if (!response.ok) throw await readProblem(response)
  return (await response.json()) as OutputOf<E>
}

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean>
  body?: unknown
  list?: Partial<ListQuery>
  signal?: AbortSignal
}

async function send(endpoint: AnyEndpoint, input: AnyInput): Promise<Response> {
  const headers: Record<string, string> = {}
  if (endpoint.access !== 'anyone') headers.authorization = `Bearer ${await session.token()}`
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (input.signal) init.signal = input.signal
  if (input.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(withDepartment(endpoint, input.body))
  }
  return fetch(addressOf(endpoint, input), init)
}

function addressOf(endpoint: AnyEndpoint, { params = {}, query = {}, list }: AnyInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const pairs = [search.toString(), list ? encodeListQuery(inDepartment(list)) : ''].filter(Boolean)
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

const withDepartment = (endpoint: AnyEndpoint, body: unknown) => {
  const departmentId = departmentChoice.get()
  const adds = departmentId && endpoint.method !== 'DELETE' && endpoint.access !== 'anyone'
  return adds && typeof body === 'object' ? { department_id: departmentId, ...body } : body
}

function inDepartment(list: Partial<ListQuery>): Partial<ListQuery> {
  const departmentId = departmentChoice.get()
  if (!departmentId) return list
  const filter = [
    ...(list.filter ?? []),
    { field: 'department_id', operator: 'eq' as const, value: departmentId },
  ]
  return { ...list, filter }
}

async function readProblem(response: Response): Promise<Problem> {
  const answer: unknown = await response.json().catch(() => null)
  const { code, message } = (answer ?? {}) as { code?: string; message?: string }
  if (code && Object.hasOwn(PROBLEMS, code)) return new Problem(code as ProblemCode, message)
  return new Problem(codeOfStatus(response.status), 'Network response was not ok')
}

function codeOfStatus(status: number): ProblemCode {
  if (status === 401) return 'not_authenticated'
  if (status === 403) return 'not_allowed'
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many'
  return status === 503 ? 'unavailable' : 'internal'
}
