import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sentenceOf } from './failedStart.ts'
import { DamagedRecords } from './stores/relational/openDurablePglite.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-failed-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const withCode = (code: string, message = 'select 1\n    at stack') =>
  Object.assign(new Error(message), { code })

test.each([
  ['28P01', /password.*DATABASE_URL/],
  ['3D000', /no database.*DATABASE_URL/],
  ['42501', /may not create tables.*owner/],
  ['53100', /full.*room/],
  ['516', /password.*CLICKHOUSE_URL/],
  ['243', /full.*room/],
  ['ENOSPC', /disk.*full.*room/],
  ['ECONNREFUSED', /does not answer.*CLICKHOUSE_URL/],
  ['EACCES', /may not/],
])('says what to do in one line when the start fails with %s', (code, expected) => {
  const wrapped = new Error('Failed query: create table …', { cause: withCode(code, '') })
  const { sentence, isKnown } = sentenceOf(wrapped, { dataDir })
  expect([sentence, isKnown]).toEqual([expect.stringMatching(expected), true])
  expect(sentence).not.toMatch(/\n|Failed query/)
})

test.each([
  [
    3000,
    'Port 3000 (PORT) is in use. Stop the program that uses it, or choose another port with --port or PORT.',
  ],
  [
    1884,
    'Port 1884 (MQTT_PORT) is in use. Stop the program that uses it, or choose another port with MQTT_PORT.',
  ],
  [
    5027,
    'Port 5027 (TELTONIKA_PORT) is in use. Stop the program that uses it, or choose another port with TELTONIKA_PORT.',
  ],
  [9, 'Port 9 is in use. Stop the program that uses it, then start again.'],
])('names the setting of port %d when another program uses it', (port, sentence) => {
  const error = Object.assign(withCode('EADDRINUSE', `listen EADDRINUSE: 127.0.0.1:${port}`), { port })
  const ports = { PORT: 3000, MQTT_PORT: 1884, MQTT_TLS_PORT: 8883, TELTONIKA_PORT: 5027 }
  expect(sentenceOf(error, { dataDir, ...ports }).sentence).toBe(sentence)
})

test('says what to do about damaged records', () => {
  expect(sentenceOf(new DamagedRecords(dataDir, 'RuntimeError: unreachable'), { dataDir }).sentence).toMatch(
    /damaged.*npm run restore/,
  )
})

test('gives the first line of any other error, and no stack', () => {
  const { sentence, isKnown } = sentenceOf(new Error('odd\n    at place'), { dataDir })
  expect([sentence, isKnown]).toEqual([
    'Taffrail could not start: odd. The log above has the details.',
    false,
  ])
})
