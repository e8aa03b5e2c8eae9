import { z } from 'zod'
import { CONSOLE_VERSION } from '#contract/domain/version.ts'
import { JsonValue } from '#contract/wire/audit.ts'
import { CONTRACT } from '#contract/wire/contract.ts'
import { type AnyEndpoint, PUBLIC_API } from '#contract/wire/endpoint.ts'
import { PROBLEMS, type ProblemCode } from '#contract/wire/errors.ts'
import {
  type FilterKind,
  type FilterOperator,
  type ListShape,
  MAX_LIMIT,
  operatorsOf,
  takesSeveral,
} from '#contract/wire/list.ts'
import type { Surface } from '../surface.ts'
import { problemsOf } from './problemsOf.ts'

type Json = Record<string, unknown>

/** The part of a description that the page for readers shows too. */
export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: [string]
  parameters: {
    name: string
    in: 'path' | 'query' | 'header'
    required: boolean
    description: string
    schema: Json
    /** False when the items of an array are a comma-separated list. */
    explode?: false
  }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content: Record<string, { schema: Json }> }>
  'x-codeSamples'?: { lang: string; source: string }[]
}
export interface OpenApiDocument {
  openapi: string
  info: Json
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; securitySchemes: Json }
  servers: Json[]
  security: Json[]
  tags: { name: string; description: string }[]
}

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType
const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const SHAPES =
  'Made from the shapes that every call is checked against. Numbers are in the units that their fields name; times are ISO 8601 unless a field says otherwise.'

/** Description of the calls on one surface. */
export interface Description {
  surface: Pick<Surface, 'pathOf' | 'problemsOf'>
  endpoints: readonly AnyEndpoint[]
  title: string
  words: string
  /** Meaning of the bearer token: the caller that it identifies. */
  bearer: string
  /** A call as people type it. */
  example?(endpoint: AnyEndpoint): string
}

/** The API as OpenAPI 3.1, made from the schemas that check every call. */
export function openApiDocument({
  surface,
  endpoints,
  title,
  words,
  bearer,
  example,
}: Description): OpenApiDocument {
  const names = new Map(
    Object.entries(CONTRACT).flatMap(([name, it]) => (isEndpoint(it) ? [[it, name]] : [])),
  )
  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const name = names.get(endpoint) ?? nameless(endpoint)
    const path = surface.pathOf(endpoint).replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        ...operationOf(name, endpoint, surface.problemsOf(endpoint)),
        ...(example && { 'x-codeSamples': [{ lang: 'Shell', source: example(endpoint) }] }),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: CONSOLE_VERSION,
      description: `${words} ${SHAPES}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: tagsOf(paths),
    paths,
    components: {
      schemas: usedSchemas(paths, { Problem: PROBLEM, ...componentSchemas() }),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: bearer,
        },
      },
    },
  }
}

/** Name of a call whose file `contract/wire/contract.ts` does not list; a test finds it. */
const nameless = ({ method, path }: AnyEndpoint) => `${method} ${path}`.replaceAll(/\W+/g, '_')

/** Schemas that something refers to, and the schemas to which these refer. */
function usedSchemas(paths: object, all: Readonly<Record<string, Json>>): Record<string, Json> {
  const namesIn = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
  const used = new Set(namesIn(paths))
  for (const name of used) for (const inner of namesIn(all[name] ?? {})) used.add(inner)
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
}

function operationOf(name: string, endpoint: AnyEndpoint, further: readonly ProblemCode[]): Operation {
  const { access, method, list } = endpoint
  const isOpen = access === 'anyone'
  const words = wordsOf(name)
  const noun = nounOf(endpoint.path)
  const body = endpoint.body instanceof z.ZodUnknown ? null : jsonSchema(endpoint.body, 'input')
  const takesFiles = body !== null && method === 'POST' && isEmptyObject(body)
  return {
    operationId: name,
    summary: words,
    description: `${isOpen ? 'Anyone may call this.' : `Needs ${needOf(access)}.`}${furtherOf(endpoint)}`,
    tags: [noun],
    ...(isOpen ? { security: [] } : {}),
    parameters: [
      ...pathParameters(endpoint),
      ...(list ? listParameters(list) : parametersOf(endpoint.query, 'query')),
      ...parametersOf(endpoint.headers, 'header'),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: takesFiles
          ? { 'multipart/form-data': { schema: FILES } }
          : { 'application/json': { schema: body } },
      },
    }),
    responses: {
      200: {
        description: 'The answer.',
        content: endpoint.file
          ? Object.fromEntries(
              endpoint.file.map((type) => [type, { schema: fileSchema(type, endpoint.output) }]),
            )
          : { 'application/json': { schema: answerSchema(endpoint.output) } },
      },
      ...problemResponses([...problemsOf(endpoint), ...further]),
    },
  } as Operation
}

/** For events, the document can only describe each single event. */
const fileSchema = (contentMediaType: string, event: z.ZodType): Json =>
  event instanceof z.ZodUnknown
    ? { type: 'string', description: 'The file itself.', contentMediaType }
    : {
        type: 'array',
        description: 'Server-sent events without end; data is JSON.',
        items: answerSchema(event),
      }

const FILES = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      description: 'Files to upload, one or more.',
      items: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  },
  required: ['files'],
}
const isEmptyObject = (schema: Json) =>
  Object.keys((schema.properties as Json | undefined) ?? {}).length === 0

const PROBLEM: Json = {
  type: 'object',
  description: 'Why a call failed.',
  properties: {
    code: {
      type: 'string',
      description: 'Which problem it is; stays the same.',
      enum: Object.keys(PROBLEMS),
    },
    message: { type: 'string', description: 'A sentence for people; may change.' },
  },
  required: ['code', 'message'],
}

/** One response for each status, with its problem codes. */
function problemResponses(codes: readonly ProblemCode[]): Operation['responses'] {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      String(status),
      {
        description: all.map((code) => `\`${code}\`: ${PROBLEMS[code].message}`).join('\n\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Problem' }],
              properties: {
                code: { type: 'string', description: 'One of those that this call knows.', enum: all },
              },
            },
          },
        },
      },
    ]),
  )
}

function needOf(access: AnyEndpoint['access']): string {
  if (access === 'signed-in') return 'a caller who is known'
  if (access === 'super' || access === 'super-admin') return `a ${access === 'super' ? 'super user' : access}`
  return `the permission \`${access}\`; it reaches the departments in which the caller has it`
}

const furtherOf = ({ further }: AnyEndpoint) =>
  Object.entries(further)
    .map(([permission, when]) => ` ${when} needs \`${permission}\` too.`)
    .join('')

/** `listTrips` as words: `List trips`. */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Calls stand together by the first word of their path that names something. */
function nounOf(path: string): string {
  const [first = '', second] = path
    .replace(PUBLIC_API, '')
    .split('/')
    .filter((part) => part !== 'api' && part !== '')
  return first === 'super' && second ? 'super' : first
}

const tagsOf = (paths: OpenApiDocument['paths']) =>
  [
    ...new Set(
      Object.values(paths).flatMap((methods) => Object.values(methods).map(({ tags: [tag] }) => tag)),
    ),
  ]
    .sort()
    .map((name) => ({ name, description: `Calls about ${name.replaceAll('-', ' ')}.` }))

function pathParameters({ path, params }: AnyEndpoint): Operation['parameters'] {
  const schema = params instanceof z.ZodUnknown ? {} : jsonSchema(params, 'input')
  const properties = (schema.properties ?? {}) as Record<string, Json>
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...parameterOf(properties[name] ?? { type: 'string' }),
  }))
}

function parametersOf(asked: z.ZodType, place: 'query' | 'header'): Operation['parameters'] {
  if (asked instanceof z.ZodUnknown) return []
  const { properties = {}, required = [] } = jsonSchema(asked, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...parameterOf(schema),
  }))
}

/** A parameter has the description that its schema has as a field. */
const parameterOf = ({ description, ...schema }: Json) => ({ description: String(description ?? ''), schema })

function listParameters({ orders, usual, filters, limit, cursor }: ListShape): Operation['parameters'] {
  const parameter = (name: string, description: string, schema: Json, operator?: FilterOperator) => {
    const isSeveral = operator !== undefined && takesSeveral(operator)
    const values = isSeveral
      ? ({ explode: false, schema: { type: 'array', items: schema } } as const)
      : { schema }
    return { name, in: 'query', required: false, description, ...values } as const
  }
  const paging =
    limit === 'all'
      ? [
          ...(cursor
            ? [
                parameter('limit', 'How many rows at most, where a cursor is sent.', {
                  ...{ type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: MAX_LIMIT },
                }),
              ]
            : []),
        ]
      : [
          parameter('skip', 'How many rows to leave out.', { type: 'integer', minimum: 0, default: 0 }),
          parameter('limit', 'How many rows at most.', {
            ...{ type: 'integer', minimum: 0, default: limit ?? 20 },
            ...(limit === undefined ? { maximum: MAX_LIMIT } : {}),
          }),
        ]
  const following = parameter(
    'cursor',
    'Where the page begins: next_cursor of the page before, empty for the first one.',
    { type: 'string' },
  )
  return [
    ...paging,
    ...(cursor ? [following] : []),
    ...orders.map((field) =>
      parameter(
        `order[${field}]`,
        `Orders by ${field}. What is not known comes last.${field === usual[0] ? ` ${usual[1]} where no order is asked for.` : ''}`,
        { type: 'string', enum: ['asc', 'desc'] },
      ),
    ),
    ...Object.entries(filters).flatMap(([field, kind]) =>
      operatorsOf(kind).map((operator) =>
        parameter(
          `filter[${field}][${operator}]`,
          filterWords(field, operator),
          filterSchema(kind),
          operator,
        ),
      ),
    ),
  ]
}

function filterWords(field: string, operator: string): string {
  if (field === 'department_id') return 'Only what lies in this department or below it.'
  return {
    eq: `Only where ${field} is this.`,
    ne: `Only where ${field} is not this, nor any of a comma list.`,
    in: `Only where ${field} is one of a comma list.`,
    contains: `Only where ${field} has this piece in it, whatever its case and accents.`,
    gt: `Only where ${field} is more than this.`,
    gte: `Only where ${field} is this or more.`,
    lt: `Only where ${field} is less than this.`,
    lte: `Only where ${field} is this or less.`,
  }[operator] as string
}

function filterSchema(kind: FilterKind): Json {
  if (kind === 'boolean') return { type: 'string', enum: ['true', 'false'] }
  return { type: 'string', ...(typeof kind !== 'string' && { enum: [...kind] }) }
}

/** Schemas that have a name in the contract; answers refer to them by it. */
function componentSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(registry(), OPTIONS)
  const { __shared, ...own } = schemas as Record<string, Json>
  const shared = Object.entries((__shared?.$defs ?? {}) as Record<string, Json>)
  return Object.fromEntries(
    [...Object.entries(own), ...shared].map(([name, schema]) => [name, clean(schema)]),
  )
}

const FORMAT = {
  target: 'draft-2020-12',
  unrepresentable: 'any',
  /** TypeScript refuses a type that names itself in a union (TS2502), and every value is a JSON value. */
  override: ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Json }) => {
    if (zodSchema !== JsonValue) return
    for (const name of Object.keys(jsonSchema)) if (name !== 'description') delete jsonSchema[name]
  },
} as const
const OPTIONS = { ...FORMAT, uri: (id: string) => `#/components/schemas/${id}` }

function registry() {
  const registered = z.registry<{ id: string }>()
  for (const [name, it] of Object.entries(CONTRACT)) {
    if (isSchema(it) && /^[A-Z][a-z]/.test(name)) registered.add(it, { id: name })
  }
  return registered
}

/** Refers to a named schema. */
function answerSchema(output: z.ZodType): Json {
  const own = registry()
  const known = own.get(output)
  if (known) return { $ref: OPTIONS.uri(known.id) }
  own.add(output, { id: 'answer' })
  const { answer } = z.toJSONSchema(own, OPTIONS).schemas
  return clean(answer as Json)
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  clean(z.toJSONSchema(schema, { ...FORMAT, io }) as Json)

/** Removes JSON Schema's own keys from a part of the document, and points to the document's names. */
function clean(schema: Json): Json {
  const { $schema: _schema, $id: _id, id: _own, ...rest } = schema
  return JSON.parse(
    JSON.stringify(rest).replaceAll('#/components/schemas/__shared#/$defs/', '#/components/schemas/'),
  )
}
