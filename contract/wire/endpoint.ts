/**
 * One call of the console: both sides use its shape from here, so a renamed field breaks the compile on both.
 */
import { z } from 'zod'
import type { Permission } from '#contract/domain/permissions.ts'
import type { ProblemCode } from './errors.ts'
import type { ListQuery, ListShape } from './list.ts'

/**
 * Callers who may use an endpoint at all. SQL decides by organization and department whether a caller may
 * reach a particular row.
 */
export type Access = 'anyone' | 'signed-in' | 'super' | 'super-admin' | Permission

export interface Endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Output extends z.ZodType,
  May extends Access = Access,
  List extends ListShape | undefined = ListShape | undefined,
  Further extends Permission = Permission,
  ForKeys extends boolean = boolean,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The whole path, with `:name` for parameters. */
  path: `/${string}`
  access: May
  params: Params
  query: Query
  /** Headers beyond those that every call can carry. */
  headers: z.ZodType
  body: Body
  output: Output
  /** Orders and filters of a list; only lists have it, and nothing else in their query. */
  list: List
  /**
   * True when programs with keys can call it too, on the surface of the public API; otherwise only people
   * can.
   */
  forKeys: ForKeys
  /** Further permissions of some calls, each with a description of these calls: 'With createRule, this'. */
  further: Readonly<Record<Further, string>>
  /**
   * Media types of a file answer, or of an endless stream of `output` events; null for an answer of `output`
   * as JSON.
   */
  file: readonly string[] | null
  /** Problems of this call, besides those of every call of its kind. */
  problems: readonly ProblemCode[]
}

// biome-ignore lint/suspicious/noExplicitAny: the erased form, for code that handles every endpoint alike
export type AnyEndpoint = Endpoint<any, any, any, any, Access, ListShape | undefined, any>
export type ParamsOf<E extends AnyEndpoint> = z.infer<E['params']>
export type QueryOf<E extends AnyEndpoint> = E['list'] extends ListShape ? ListQuery : z.infer<E['query']>
export type BodyOf<E extends AnyEndpoint> = z.infer<E['body']>
export type FurtherOf<E extends AnyEndpoint> = keyof E['further'] & Permission
export type OutputOf<E extends AnyEndpoint> = z.infer<E['output']>

const nothing = z.unknown()

export function endpoint<
  const May extends Access,
  Params extends z.ZodType = typeof nothing,
  Query extends z.ZodType = typeof nothing,
  Body extends z.ZodType = typeof nothing,
  Output extends z.ZodType = typeof nothing,
  const List extends ListShape | undefined = undefined,
  Further extends Permission = never,
  const ForKeys extends boolean = false,
>(spec: {
  method: Endpoint<Params, Query, Body, Output>['method']
  path: `/${string}`
  access: May
  params?: Params
  query?: Query
  headers?: z.ZodType
  body?: Body
  output?: Output
  list?: List
  forKeys?: ForKeys
  further?: Readonly<Record<Further, string>>
  file?: readonly string[]
  problems?: readonly ProblemCode[]
}): Endpoint<Params, Query, Body, Output, May, List, Further, ForKeys> {
  const blank = {
    params: nothing,
    query: nothing,
    headers: nothing,
    body: nothing,
    output: nothing,
    further: {},
    file: null,
    problems: [],
  }
  type Made = Endpoint<Params, Query, Body, Output, May, List, Further, ForKeys>
  return { ...blank, forKeys: false, ...spec } as unknown as Made
}

/** Posted because it is too long for an address, or answers a link. */
const QUESTION = /^\/(fetcher|statistics|functions|downloads)\/|\/(impact_report|preview)$/
/** Whether a call changes something. */
export const isWrite = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): boolean =>
  method !== 'GET' && !QUESTION.test(path)

/** Path prefix for programs with API keys; browsers use other paths. Each call is defined once, on two surfaces. */
export const PUBLIC_API = '/public/v1'
export const publicPathOf = ({ path }: Pick<AnyEndpoint, 'path'>): string =>
  path.startsWith(PUBLIC_API) ? path : `${PUBLIC_API}${path.replace(/^\/api(?=\/)/, '')}`

/** Path prefix for holders of a link to one trip, with its token: a few calls that the console has elsewhere. */
export const SHARED_API = '/api/shared'
export const sharedPathOf = ({ path }: Pick<AnyEndpoint, 'path'>): string =>
  `${SHARED_API}${path.replace(/^\/api(?=\/)/, '')}`

/** Path prefix for wall screens, with the token of their link: the board, and acts of a user who signed in there. */
export const WALL_API = '/api/wall'
export const wallPathOf = ({ path }: Pick<AnyEndpoint, 'path'>): string =>
  `${WALL_API}${path.replace(/^\/api(?=\/)/, '')}`

/** The id of nothing. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

export const byId = z.object({
  id: z.uuid().describe('Identifier of the object that the path names, a UUID.'),
})
/** The shape of every list answer; `next_cursor` when a cursor was requested, null on the last page. */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row).describe('Rows of this page, in the requested order.'),
    total: z.int().describe('Number of rows on all pages together.'),
    next_cursor: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Value of `cursor` for the next page: absent unless the call sent a cursor, null on the last page.',
      ),
  })
