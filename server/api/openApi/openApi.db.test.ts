import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEVERITIES } from '#contract/wire/alert.ts'
import { PROBLEMS } from '#contract/wire/errors.ts'
import { type TestApi, testApi } from '#server/testing/testApi.ts'
import { PUBLIC_DESCRIPTION } from '../publicApi/publicDescription.ts'
import { ENDPOINTS } from '../routes.ts'
import { type OpenApiDocument, openApiDocument } from './openApiDocument.ts'

let api: TestApi
let document: OpenApiDocument
beforeAll(async () => {
  api = await testApi()
  document = (await api.app.inject({ url: '/api/openapi.json' })).json()
})
afterAll(() => api.close())

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('is valid OpenAPI 3.1 to a linter', async () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  const config = await createConfig({ extends: ['minimal'], rules: { 'no-unused-components': 'error' } })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('has every call, and none twice', () => {
  const calls = ENDPOINTS.length
  expect(operations()).toHaveLength(calls)
  const nameless = operations().filter(({ operationId }) => operationId.includes('_'))
  expect(nameless.map(({ operationId }) => operationId)).toEqual([])
  expect(new Set(operations().map(({ operationId }) => operationId)).size).toBe(calls)
  expect(document.paths['/api/trips/{id}']?.get).toMatchObject({ operationId: 'getTrip', tags: ['trips'] })
})

/** A field or a parameter with its description. */
interface Described {
  name: string
  description: string
  /** Its types in JSON without null, empty for a named schema. */
  type: string
}

function describedIn({ components, paths }: OpenApiDocument): Described[] {
  const found: Described[] = []
  const add = (name: string, field: Json, description: unknown) =>
    found.push({ name, description: String(description ?? ''), type: typeOf(field) })
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties } = value as { properties?: Record<string, Json> }
    for (const [name, field] of Object.entries(properties ?? {})) add(name, field, field.description)
    for (const inner of Object.values(value)) look(inner)
  }
  look(components.schemas)
  for (const { parameters, requestBody, responses } of Object.values(paths).flatMap(Object.values)) {
    look([requestBody, responses])
    for (const { name, schema, description } of parameters)
      if (!name.includes('[')) add(name, schema, description)
  }
  return found
}

type Json = Record<string, unknown>

function typeOf(field: Json): string {
  const choices = (field.anyOf ?? field.oneOf ?? field.allOf) as Json[] | undefined
  if (choices) return [...new Set(choices.map(typeOf))].filter((type) => type !== '').join('|')
  if (field.$ref) return ''
  const type = [field.type ?? 'any'].flat().filter((one) => one !== 'null')
  return type.join('|').replace('integer', 'number')
}

/** Fields that have different names in different calls, and one meaning. */
const SYNONYMS = [
  ['cog', 'course_over_ground'],
  ['console', 'enabled'],
  ['data', 'spans'],
  ['data', 'time'],
  ['device_id', 'id'],
  ['distance', 'miles', 'total_distance'],
  ['eco', 'eco_speed'],
  ['enabled', 'helm'],
  ['encoded_picture', 'vessel_picture'],
  ['hour', 'start'],
  ['id', 'sensor_id'],
  ['id', 'vessel_id'],
  ['language', 'message_language'],
  ['lat', 'latitude'],
  ['lon', 'longitude'],
  ['avg_sog', 'sog'],
  ['max_sog', 'peak_sog'],
  ['native_banner', 'show_native_alert_banner'],
  ['sog', 'speed'],
  ['stats', 'summary'],
].map((names) => names.join())

test.each([
  ['of the console', () => document],
  ['of the public API', () => openApiDocument(PUBLIC_DESCRIPTION)],
])('describes every field %s in four words or more', (_of, documentOf) => {
  const tooShort = describedIn(documentOf()).filter(({ description }) => description.split(' ').length < 4)
  expect(tooShort.map(({ name, description }) => `${name}: ${description}`)).toEqual([])
})

test('gives fields of different names or types different descriptions', () => {
  const all = [...describedIn(document), ...describedIn(openApiDocument(PUBLIC_DESCRIPTION))]
  const shared = [...Map.groupBy(all, ({ description }) => description)].flatMap(([description, fields]) => {
    const names = [...new Set(fields.map(({ name }) => name))].sort().join()
    const types = new Set(fields.map(({ type }) => type).filter((type) => type !== ''))
    const isOne = !names.includes(',') || SYNONYMS.includes(names)
    return isOne && types.size <= 1 ? [] : [`${names} (${[...types].join(', ')}): ${description}`]
  })
  expect(shared).toEqual([])
})

test('describes the safety speed as a speed and not as a rate of turn', () => {
  const safetySpeeds = describedIn(openApiDocument(PUBLIC_DESCRIPTION)).filter(({ name }) =>
    ['rog', 'avg_rog', 'sog_vs_rog'].includes(name),
  )
  expect(new Set(safetySpeeds.map(({ name }) => name)).size).toBe(3)
  for (const { description } of safetySpeeds) expect(description).toMatch(/safety speed/i)
})

test('has no schema that refers to itself, which TypeScript refuses in a union', () => {
  const { schemas } = document.components
  expect(Object.keys(schemas).filter((name) => /^(__)?schema\d/.test(name))).toEqual([])
  const refersTo = (name: string) =>
    [...JSON.stringify(schemas[name] ?? {}).matchAll(/schemas\/(\w+)"/g)].map(([, other = '']) => other)
  const reachedFrom = (start: string) => {
    const reached = new Set(refersTo(start))
    for (const name of reached) for (const next of refersTo(name)) reached.add(next)
    return reached
  }
  expect(Object.keys(schemas).filter((name) => reachedFrom(name).has(name))).toEqual([])
})

test('names the problems of each call by their status', () => {
  const { post } = document.paths['/api/users'] ?? {}
  expect(post?.responses['409']?.description).toContain('EMAIL_ALREADY_IN_USE_AT_COMPANY')
  const open = document.paths['/api/setup']?.get
  expect(Object.keys(open?.responses ?? {})).not.toContain('401')
  for (const { responses } of operations()) {
    expect(Object.keys(responses)).toContain(String(PROBLEMS.internal.status))
  }
})

test('describes the filters of each list, with their operators', () => {
  const names = document.paths['/api/alerts']?.get?.parameters.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['skip', 'limit', 'order[trigger_time]', 'filter[trigger_time][gte]']),
  )
  expect(names).not.toContain('filter[id][contains]')
  const several = document.paths['/api/alerts']?.get?.parameters.find(
    ({ name }) => name === 'filter[severity][in]',
  )
  const schema = { type: 'array', items: { type: 'string', enum: [...SEVERITIES] } }
  expect(several).toMatchObject({ explode: false, schema })
})

test('serves a page for people without internet and without a script', async () => {
  const answer = await api.app.inject({ url: '/api/docs' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  expect(answer.body).not.toMatch(/<script|src=|https?:\/\//)
  for (const { operationId } of operations()) expect(answer.body).toContain(`id="${operationId}"`)
})
