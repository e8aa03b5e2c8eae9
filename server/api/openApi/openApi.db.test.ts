import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEVERITIES } from '#contract/alert.ts'
import { PROBLEMS } from '#contract/errors.ts'
import { type TestApi, testApi } from '#server/testing/testApi.ts'
import { FILE_ENDPOINTS } from '../fileEndpoints.ts'
import { PUBLIC_DESCRIPTION } from '../publicApi/publicDescription.ts'
import { ROUTES } from '../routes.ts'
import { type OpenApiDocument, openApiDocument } from './openApiDocument.ts'

let api: TestApi
let document: OpenApiDocument
beforeAll(async () => {
  api = await testApi()
  document = (await api.app.inject({ url: '/api/openapi.json' })).json()
})
afterAll(() => api.close())

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('is OpenAPI 3.1 as a linter understands it', async () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  const config = await createConfig({ extends: ['minimal'], rules: { 'no-unused-components': 'error' } })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('has every call, and none twice', () => {
  const calls = ROUTES.length + FILE_ENDPOINTS.length
  expect(operations()).toHaveLength(calls)
  const nameless = operations().filter(({ operationId }) => operationId.includes('_'))
  expect(nameless.map(({ operationId }) => operationId)).toEqual([])
  expect(new Set(operations().map(({ operationId }) => operationId)).size).toBe(calls)
  expect(document.paths['/api/trips/{id}']?.get).toMatchObject({ operationId: 'getTrip', tags: ['trips'] })
})

test('says of every field what it is; what a new field is stands in contract/fieldDescriptions.ts', () => {
  const unknown = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties } = value as { properties?: Record<string, { description?: string }> }
    for (const [name, field] of Object.entries(properties ?? {})) if (!field.description) unknown.add(name)
    for (const inner of Object.values(value)) look(inner)
  }
  for (const { components, paths } of [document, openApiDocument(PUBLIC_DESCRIPTION)]) {
    look(components.schemas)
    for (const { parameters, requestBody, responses } of Object.values(paths).flatMap(Object.values)) {
      look([requestBody, responses])
      for (const { name, description } of parameters) if (!description) unknown.add(name)
    }
  }
  expect([...unknown]).toEqual([])
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

test('says what a list can be asked, with its operators', () => {
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

test('people read it without internet and without a script', async () => {
  const answer = await api.app.inject({ url: '/api/docs' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  expect(answer.body).not.toMatch(/<script|src=|https?:\/\//)
  for (const { operationId } of operations()) expect(answer.body).toContain(`id="${operationId}"`)
})
