/** Tests the answers to users and devices while the records' database is down, and that all works again afterwards. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { signInOver } from '#server/testing/signInOver.ts'
import { startTestPostgres } from '#server/testing/testPostgres.ts'
import { type Program, runScript, startProgram } from '#server/testing/testProgram.ts'

const postgres = await startTestPostgres()
const admin = { email: 'ada@harbour.example', password: 'a fair wind' }
const UNAVAILABLE = { code: 'unavailable', message: 'The service is busy. Please try again.' }

describe.skipIf(!postgres)('PostgreSQL', () => {
  let folder = ''
  let DATABASE_URL = ''
  let program: Program
  let device = { id: '', secret: '' }
  let cookie = ''
  let token = ''

  const ask = (path: string, init: RequestInit = {}) => fetch(`${program.url}${path}`, init)
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const sendBatch = () =>
    post(
      '/gateway/batches',
      { tables: [{ columns: ['sog'], rows: [[Date.now() - 1000, 3]] }] },
      { authorization: `Bearer ${device.id}.${device.secret}` },
    )
  const readiness = async () => {
    const answer = await ask('/ready')
    return [answer.status, ((await answer.json()) as { status: string }).status]
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taffrail-down-'))
    DATABASE_URL = (await postgres?.createDatabase()) ?? ''
    program = await startProgram(['--no-demo', '--data', folder], { DATABASE_URL })
    await post('/api/setup', { organization: 'Harbour', name: 'Ada', ...admin })
    const { output } = await runScript('new-device', ['--vessel', 'Aava', '--data', folder])
    const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(output) ?? []
    device = { id, secret }
    const signedIn = await signInOver(program.url, admin)
    cookie = signedIn.cookie
    token = signedIn.token
  })
  afterAll(async () => {
    await program?.stop()
    await postgres?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test('is ready and stores data while the database is there', async () => {
    expect(await readiness()).toEqual([200, 'ready'])
    expect(await (await sendBatch()).json()).toMatchObject({ accepted: 1 })
  })

  test('answers unavailable, and never a refusal, while the database is gone', async () => {
    await postgres?.stop()
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([503, 'unavailable'])
    // A supervisor that checks health would restart the process for nothing.
    expect((await ask('/health')).status).toBe(200)
    // A device that has just sent stays cached for some seconds.
    await expect.poll(async () => (await sendBatch()).status, { timeout: 20_000 }).toBe(503)
    const authorization = `Bearer ${token}`
    const calls: Record<string, Response> = {
      batch: await sendBatch(),
      register: await post('/gateway/register', {}),
      'sign-in': await post('/identity/sign-in/email', admin),
      token: await ask('/identity/token', { headers: { cookie } }),
      exchange: await post('/identity/exchange', { token: 'any' }),
      'code asked': await post('/api/auth/signin/otp', { email: admin.email }),
      me: await ask('/api/users/me', { headers: { authorization } }),
      vessels: await ask('/api/vessels', { headers: { authorization } }),
      setup: await ask('/api/setup'),
      image: await ask('/api/images/0d0e8cf4-5b9d-4e0c-b9a8-1f2f1f3a4b5c/full', { headers: { cookie } }),
    }
    for (const [name, answer] of Object.entries(calls)) {
      expect([name, answer.status, await answer.json()]).toEqual([name, 503, UNAVAILABLE])
    }
    expect(await connectOverMqtt()).toMatch(/unavailable/i)
    expect(await connectOverSignalk()).toEqual(UNAVAILABLE)
    const command = await runScript('new-device', ['--vessel', 'Aava', '--data', folder])
    expect([command.code, command.errors.trim()]).toEqual([1, UNAVAILABLE.message])
    expect(program.printed().log).not.toContain('request failed')
  })

  test('continues by itself when the database is back', async () => {
    await postgres?.start()
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([200, 'ready'])
    expect((await sendBatch()).status).toBe(200)
    expect((await ask('/api/users/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    for (const line of program.printed().log.trim().split('\n').filter(Boolean)) JSON.parse(line)
  })

  test('reports at the start that a database does not answer, without its password', async () => {
    const other = join(folder, 'other')
    const starting = startProgram(['--no-demo', '--data', other], {
      DATABASE_URL: 'postgres://taffrail:hush@127.0.0.1:1/records',
    })
    await expect(starting).rejects.toThrow('A database does not answer')
    await expect(starting).rejects.not.toThrow(/hush| {4}at /)
  })

  async function connectOverMqtt(): Promise<string> {
    const client = connect(`mqtt://127.0.0.1:${program.mqttPort}`, {
      username: device.id,
      password: device.secret,
      clientId: 'helm',
      protocolVersion: 4,
      reconnectPeriod: 0,
    })
    return new Promise((resolve) => {
      client.on('connect', () => client.end(true, () => resolve('connected')))
      client.on('error', (error) => resolve(error.message))
      client.on('close', () => resolve('closed'))
    })
  }

  async function connectOverSignalk(): Promise<unknown> {
    const socket = new WebSocket(`${program.url.replace('http', 'ws')}/gateway/signalk`, {
      headers: { authorization: `Bearer ${device.id}.${device.secret}` },
    })
    return new Promise((resolve, reject) => {
      socket.once('message', (data) => resolve(JSON.parse(data.toString())))
      socket.once('error', reject)
    })
  }
})
