import { expect, test } from 'vitest'
import { seriousHoles } from './packages.ts'

const hole = (name: string, severity: string, fixAvailable: unknown) => ({ name, severity, fixAvailable })

test('names packages with a serious hole that a newer version closes, and no others', () => {
  const vulnerabilities = {
    fastify: hole('fastify', 'high', { name: 'fastify', version: '6.0.0' }),
    ws: hole('ws', 'critical', true),
    sax: hole('sax', 'critical', false),
    pbf: hole('pbf', 'moderate', true),
  }
  expect(seriousHoles(JSON.stringify({ vulnerabilities }))).toEqual(['fastify: high', 'ws: critical'])
  expect(seriousHoles(JSON.stringify({ vulnerabilities: {} }))).toEqual([])
})

test('audits nothing without an answer of the registry', () => {
  expect(seriousHoles('')).toBeNull()
  expect(seriousHoles(JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }))).toBeNull()
})
