import {
  type AnyEndpoint,
  type BodyOf,
  isWrite,
  type OutputOf,
  type ParamsOf,
  type QueryOf,
  sharedPathOf,
  wallPathOf,
} from '#contract/wire/endpoint.ts'
import { encodeListQuery, type ListAsked, type ListQuery, type ListShape } from '#contract/wire/list.ts'
import { LATE_STATUS, REQUEST_DEADLINE, REQUEST_LIFE_MS } from '#contract/wire/requestDeadline.ts'
import type { User } from '#contract/wire/user.ts'
import { WALL_PASS } from '#contract/wire/wallPass.ts'
import { here } from '../base.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { unlessLost } from '../live/lostCalls.ts'
import { serverClock } from '../live/serverClock.ts'
import { queryClient } from '../session/queryClient.ts'
import { session } from '../session/session.ts'
import { visit } from '../session/visit.ts'
import { departmentChoice } from './departmentChoice.ts'
import { readProblem } from './readProblem.ts'

type Given<Name extends string, Value> = unknown extends Value ? object : Record<Name, Value>
/** Query of a call: the list parameters, or the endpoint's own query. */
type Asked<E extends AnyEndpoint> = E extends { list: ListShape }
  ? { list?: ListAsked<E> }
  : Given<'query', QueryOf<E>>
export type CallInput<E extends AnyEndpoint> = Given<'params', ParamsOf<E>> &
  Asked<E> &
  Given<'body', BodyOf<E> | FormData> & {
    signal?: AbortSignal
    /** True for calls about the whole organization, whichever department is chosen. */
    everyDepartment?: boolean
  }

/**
 * Calls the server, narrowed to the chosen department. Throws a Problem with the server's code and sentence. A call
 * refused for its token is repeated once with a new token; a second refusal ends the session. A call ends with
 * `unavailable` when the connection is lost, and is not sent later.
 */
export function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<OutputOf<E>> {
  return unlessLost((signal) => callNow(endpoint, { ...input, signal }), input.signal)
}

async function callNow<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<OutputOf<E>> {
  let response = await sendInTime(endpoint, input)
  if (response.status === 401 && endpoint.access !== 'anyone' && visit.token() === null) {
    session.forget()
    response = await sendInTime(endpoint, input)
    if (response.status === 401) session.end()
  }
  if (!response.ok) throw await readProblem(response)
  if (creates(endpoint) && visit.token() === null)
    void queryClient.invalidateQueries({ queryKey: ['users', 'me'] })
  return (await response.json()) as OutputOf<E>
}

/**
 * Sends a call. The server refuses a call after its deadline. If this page still waits, the clock was set meanwhile
 * or the message was slow. The call is then sent once more, with a deadline by the time of the answer.
 */
async function sendInTime(endpoint: AnyEndpoint, input: AnyInput): Promise<Response> {
  const response = await send(endpoint, input)
  if (response.status !== LATE_STATUS) return response
  serverClock.restart()
  const serverMs = Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(serverMs)) serverClock.adjust(serverMs)
  return send(endpoint, input)
}

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean>
  body?: unknown
  list?: Partial<ListQuery>
  signal?: AbortSignal
  everyDepartment?: boolean
}

/** True when the call creates a record, which may bring new permissions. */
const creates = (endpoint: AnyEndpoint) =>
  endpoint.method === 'POST' && isWrite(endpoint) && endpoint.access !== 'anyone'

async function send(endpoint: AnyEndpoint, input: AnyInput): Promise<Response> {
  const headers: Record<string, string> = { 'accept-language': currentLanguage() }
  if (endpoint.access !== 'anyone')
    headers.authorization = `Bearer ${visit.token() ?? (await session.token())}`
  const pass = visit.pass()
  if (pass !== null) headers[WALL_PASS] = pass
  // The browser may still hold a write when the connection is lost. The deadline keeps the server from executing the
  // write after the user gave up.
  if (isWrite(endpoint) && serverClock.isKnown())
    headers[REQUEST_DEADLINE] = String(Math.round(serverClock.nowMs() + REQUEST_LIFE_MS))
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (input.signal) init.signal = input.signal
  if (input.body instanceof FormData) init.body = withDepartment(endpoint, input, input.body)
  else if (input.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(withDepartment(endpoint, input, input.body))
  }
  return fetch(here(addressOf(endpoint, input)), init)
}

function addressOf(endpoint: AnyEndpoint, input: AnyInput): string {
  const { params = {}, query = {}, list } = input
  const isShared = visit.token() !== null && endpoint.access !== 'anyone'
  const visitedPath = visit.isWall() ? wallPathOf : sharedPathOf
  const path = (isShared ? visitedPath(endpoint) : endpoint.path).replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new Error(`${nounOf(endpoint)} ID is required`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const pairs = [search.toString(), list ? encodeListQuery(inDepartment(endpoint, input, list)) : ''].filter(
    Boolean,
  )
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** `/api/vessels/:id/location` is about a Vessel, `/api/public-api-keys/:id` about a Public api key. */
function nounOf({ path }: AnyEndpoint): string {
  const [, plural = ''] = /([\w-]+)\/:/.exec(path) ?? []
  const noun = plural.replace(/s$/, '').replaceAll('-', ' ')
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

function withDepartment<Body>(endpoint: AnyEndpoint, { everyDepartment }: AnyInput, body: Body): Body {
  const departmentId = departmentChoice.get() ?? ownDepartment()
  const leavesAlone =
    everyDepartment || visit.token() !== null || endpoint.access === 'anyone' || isMove(endpoint)
  if (!departmentId || leavesAlone || endpoint.method === 'DELETE' || typeof body !== 'object') return body
  if (!(body instanceof FormData)) return { department_id: departmentId, ...body }
  if (!body.has('department_id')) body.append('department_id', departmentId)
  return body
}

/** True for a PUT that may name a department: the department would move the record, so only the caller may add it. */
const isMove = ({ method, body }: AnyEndpoint) =>
  method === 'PUT' && 'department_id' in (body.shape ?? { department_id: null })

/** Undefined until the signed-in user is loaded. */
const ownDepartment = () => queryClient.getQueryData<User>(['users', 'me'])?.department_id

function inDepartment(
  endpoint: AnyEndpoint,
  { everyDepartment }: AnyInput,
  list: Partial<ListQuery>,
): Partial<ListQuery> {
  const departmentId = departmentChoice.get()
  if (!departmentId || everyDepartment || !endpoint.list?.filters.department_id) return list
  const filter = [
    ...(list.filter ?? []),
    { field: 'department_id', operator: 'eq' as const, value: departmentId },
  ]
  return { ...list, filter }
}
