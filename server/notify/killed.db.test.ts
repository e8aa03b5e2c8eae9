/** A server that is killed when a mail server has a mail, and it has no word of that yet. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATIONS } from '#contract/wire/rule.ts'
import { openRecords } from '#server/stores/relational/openRecords.ts'
import { messages } from '#server/stores/relational/schema.ts'
import { prepareRecords } from '#server/testing/prepareRecords.ts'
import { signInOver } from '#server/testing/signInOver.ts'
import { type Program, runScript, startProgram } from '#server/testing/testProgram.ts'
import { openTestSmtp, type TestSmtp } from '#server/testing/testSmtp.ts'

const ADMIN = { email: 'ada@harbour.example', password: 'a fair wind' }
let folder = ''
let smtp: TestSmtp
let program: Program
const start = async () => {
  program = await startProgram(['--no-demo', '--data', folder], { SMTP_URL: smtp.url })
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-killed-'))
  await prepareRecords(folder)
  smtp = await openTestSmtp()
  await start()
}, 120_000)
afterAll(async () => {
  await program?.stop()
  await smtp?.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function ask<Answer>(
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${program.url}${path}`, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<Answer>
}

test('sends again what the mail server had when the process was killed, and marks it', async () => {
  await ask('/api/setup', { organization: 'Harbour', name: 'Ada', ...ADMIN })
  const { headers: me } = await signInOver(program.url, ADMIN)
  const { output } = await runScript('new-device', ['--vessel', 'Aava', '--data', folder])
  const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(output) ?? []
  const { id: userId, department_id } = await ask<{ id: string; department_id: string }>(
    '/api/users/me',
    undefined,
    me,
  )
  const condition = { variable: { type: 'instant', field: 'sog' }, operation: 'more_than', value: 2 }
  const geofences = { enabled: false, ids: [], area_operation: 'inside' }
  const rule = {
    ...{ type: 'threshold', severity: 'warning', department_id },
    definition: { geofences, logic: { and: [condition] } },
    notifications: {
      ...DEFAULT_NOTIFICATIONS,
      email: { enabled: true, apply_to_all: false, user_ids: [userId] },
    },
  }
  await ask('/api/rules', rule, me)

  let kills: Promise<void> | undefined
  smtp.onTaken = () => {
    kills ??= program.kill()
    return kills
  }
  const now = Date.now()
  const rows = Array.from({ length: 5 }, (_, i) => [now + 1000 + i * 200, 9])
  await ask(
    '/gateway/batches',
    { tables: [{ columns: ['sog'], rows }] },
    { authorization: `Bearer ${id}.${secret}` },
  )
  await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(1)
  await kills
  smtp.onTaken = null

  // The result of the message is unknown; after its lease another process may try.
  const records = await openRecords({ dataDir: folder })
  expect(await records.db.select().from(messages)).toMatchObject([{ state: 'waiting', sentAt: null }])
  await records.db.update(messages).set({ nextAt: new Date() })
  await records.close()

  await start()
  await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(2)
  const [first, again] = smtp.received
  // Mail servers and programs that compare it show one.
  expect(first?.id).toMatch(/@/)
  expect(again?.id).toBe(first?.id)
  const listMessages = async () =>
    (
      await ask<{ data: object[] }>(
        '/api/messages',
        undefined,
        (
          await signInOver(program.url, ADMIN)
        ).headers,
      )
    ).data
  await expect
    .poll(listMessages, { timeout: 30_000 })
    .toMatchObject([{ channel: 'email', state: 'sent', attempts: 2, maybe_twice: true }])
}, 240_000)
