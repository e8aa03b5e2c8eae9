import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { freePort } from './testing/debianServer.ts'
import { type Program, startProgram } from './testing/testProgram.ts'
import {
  call,
  hasProxy,
  type ProxyAnswer,
  type ProxyName,
  startTestProxy,
  type TestProxy,
} from './testing/testProxy.ts'

const admin = { email: 'ada@harbour.example', password: 'a fair wind' }

describe.each<[ProxyName, base: string]>([
  ['nginx', ''],
  ['nginx', '/fleet'],
  ['caddy', ''],
  ['caddy', '/fleet'],
])('behind %s as the example sets it up, below “%s”', (name, base) => {
  const isThere = hasProxy(name)
  let folder = ''
  let url = ''
  let origin = ''
  let port = 0
  let program: Program
  let proxy: TestProxy
  let cookie = ''
  let signedIn: ProxyAnswer

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    call(`${url}${path}`, { body, headers: { origin, ...headers } })
  const token = async () =>
    (JSON.parse((await call(`${url}/identity/token`, { headers: { cookie } })).text) as { token: string })
      .token

  beforeAll(async () => {
    if (!isThere) return
    folder = await mkdtemp(join(tmpdir(), 'binnacle-proxied-'))
    port = await freePort()
    origin = `https://localhost:${port}`
    url = `${origin}${base}`
    const env = { PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1', NODE_ENV: 'production' }
    program = await startProgram(['--no-demo', '--data', folder], env)
    proxy = await startTestProxy(name, port, Number(new URL(program.url).port), base)
    await post('/api/setup', { organization: 'Harbour', name: 'Ada', ...admin })
    signedIn = await post('/identity/sign-in/email', admin)
    cookie = [signedIn.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';')[0])
      .join('; ')
  })
  afterAll(async () => {
    await proxy?.close()
    await program?.stop()
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  test.skipIf(!isThere)('people come in over TLS, and their session stays on it', async () => {
    expect((await call(`${url}/`)).text).toContain('<!doctype html>')
    expect(signedIn.status).toBe(200)
    expect(String(signedIn.headers['set-cookie'])).toMatch(/^__Secure-\S+; .*Secure/)
    expect(String(signedIn.headers['set-cookie'])).toContain(`Path=${base || '/'};`)
    const foreign = await post('/identity/sign-in/email', admin, { origin: 'https://elsewhere.example' })
    expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining('set PUBLIC_URL to it')])
  })

  test.skipIf(!isThere)('consoles keep their sockets through it', async () => {
    const signIn = JSON.stringify({ type: 'sign-in', token: await token() })
    const socket = new WebSocket(`${url.replace('https', 'wss')}/realtime`, {
      rejectUnauthorized: false,
      headers: { origin, cookie },
    })
    const said = new Promise<string>((resolve, reject) => {
      socket.once('open', () => socket.send(signIn))
      socket.once('message', (data) => resolve(String(data)))
      socket.once('error', reject)
    })
    expect(JSON.parse(await said)).toMatchObject({ type: 'signed-in' })
    socket.terminate()
  })

  test.skipIf(!isThere)('a picture of ten megabytes goes through', async () => {
    const noise = Buffer.from(Uint8Array.from({ length: 1750 * 1750 * 3 }, (_, i) => (i * 2654435761) >>> 24))
    const png = await sharp(noise, { raw: { width: 1750, height: 1750, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(png.length).toBeGreaterThan(9_000_000)
    const answer = await call(`${url}/api/users/me/image`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await token()}`, origin },
      body: { encoded_profile_picture: `data:image/png;base64,${png.toString('base64')}` },
    })
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('profile_picture_url')])
  })

  test.skipIf(!isThere)('each address behind it is counted by itself, and none can pretend', async () => {
    const register = (localAddress: string, forwarded: string) =>
      call(`https://127.0.0.1:${port}${base}/gateway/register`, {
        ...{ localAddress, servername: 'localhost', body: {} },
        headers: { host: `localhost:${port}`, 'x-forwarded-for': forwarded },
      })
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push((await register('127.0.0.2', `198.51.100.${n}`)).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    expect((await register('127.0.0.3', '198.51.100.1')).status).toBe(200)
  })

  test.skipIf(!isThere)('each call has the name that the proxy gave it', async () => {
    const idOf = async () =>
      String(
        (await call(`${url}/ready`, { headers: { 'x-request-id': 'of-the-caller' } })).headers[
          'x-request-id'
        ],
      )
    const ids = [await idOf(), await idOf()]
    // nginx writes no hyphens, which a name made here has.
    const names = name === 'nginx' ? /^[0-9a-f]{32}$/ : /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
    expect(ids).toEqual([expect.stringMatching(names), expect.stringMatching(names)])
    expect(ids[0]).not.toBe(ids[1])
  })

  test.skipIf(!isThere)('figures for those inside stay inside, and IPv6 is answered', async () => {
    expect((await call(`${url}/metrics`)).status).toBe(403)
    const answer = await call(`https://[::1]:${port}${base}/ready`, {
      servername: 'localhost',
      headers: { host: `localhost:${port}` },
    })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { status: 'ready', preparing: null }])
  })
})
