import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import {
  type ClientHttp2Stream,
  connect as connectHttp2,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { freePort } from './testing/debianServer.ts'
import { prepareStores } from './testing/prepareRecords.ts'
import { type Program, runScript, startProgram } from './testing/testProgram.ts'
import {
  call,
  hasProxy,
  type ProxyAnswer,
  type ProxyName,
  startTestBalancer,
  startTestProxy,
  type TestProxy,
} from './testing/testProxy.ts'

const admin = { email: 'ada@harbour.example', password: 'a fair wind' }
/** Another address of this machine, which stands for the address of boats. */
const BOATS_HOST = '127.0.0.2'
const first = { organization: 'Harbour', name: 'Ada', ...admin }

/** Credentials of a device of the installation in a folder. */
async function newDevice(folder: string) {
  const { output } = await runScript('new-device', ['--vessel', 'Hafdís', '--data', folder])
  const [, id = '', secret = ''] = /device (\S+)\nsecret (\S+)/.exec(output) ?? []
  return { id, secret }
}
type Device = Awaited<ReturnType<typeof newDevice>>

/** Resolves once what it published is on disk. */
async function publish(address: string, { id, secret }: Device): Promise<void> {
  const client = await connectAsync(address, {
    ...{ username: id, password: secret, protocolVersion: 4, reconnectPeriod: 0 },
    rejectUnauthorized: false,
  })
  const samples = [{ t: Date.now(), key: 'sog', value: 3 }]
  await client.publishAsync(`taffrail/${id}/readings`, JSON.stringify({ samples }), { qos: 1 })
  await client.endAsync(true)
}

/** Status of the answer to a call over HTTP/2. */
async function answerOf(call: ClientHttp2Stream): Promise<{ status: number | undefined }> {
  const [headers] = (await once(call, 'response')) as [IncomingHttpHeaders & IncomingHttpStatusHeader]
  return { status: headers[':status'] }
}

/** Answer to a delta. */
async function answerToDelta(address: string, { id, secret }: Device): Promise<unknown> {
  const values = [{ path: 'navigation.speedOverGround', value: 3 }]
  const delta = JSON.stringify({ updates: [{ timestamp: new Date().toISOString(), values }] })
  const socket = new WebSocket(address, {
    rejectUnauthorized: false,
    headers: { authorization: `Bearer ${id}.${secret}` },
  })
  const received = new Promise<string>((resolve, reject) => {
    socket.once('open', () => socket.send(delta))
    socket.once('message', (data) => resolve(String(data)))
    socket.once('error', reject)
  })
  try {
    return JSON.parse(await received)
  } finally {
    socket.terminate()
  }
}

/** Addresses of callers: both proxies stand before one server, which counts calls of each address. */
const CALLERS: Record<ProxyName, string[]> = {
  nginx: ['127.0.0.2', '127.0.0.3'],
  caddy: ['127.0.0.4', '127.0.0.5'],
}
const noise = { width: 1750, height: 1750, channels: 3 as const }
const picture = sharp(randomBytes(1750 * 1750 * 3), { raw: noise })
  .png({ compressionLevel: 0 })
  .toBuffer()

describe.skipIf(!hasProxy('nginx') && !hasProxy('caddy')).each(['', '/fleet'])('below “%s”', (base) => {
  let folder = ''
  let url = ''
  let origin = ''
  let port = 0
  let program: Program
  let device: Device
  const start = async (name: string, env: Record<string, string>) => {
    const data = join(folder, name)
    await prepareStores(data)
    return startProgram(['--no-demo', '--data', data], { TRUST_PROXY: '127.0.0.1', ...env })
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taffrail-proxied-'))
    port = await freePort()
    origin = `https://localhost:${port}`
    url = `${origin}${base}`
    program = await start('server', {
      ...{ PUBLIC_URL: url, NODE_ENV: 'production' },
      // A port at the boats' address, so that nothing answers at 127.0.0.1.
      ...{ MQTT_HOST: BOATS_HOST, MQTT_PORT: `${await freePort()}` },
    })
    const headers = { 'content-type': 'application/json', origin }
    await fetch(`${program.url}/api/setup`, { method: 'POST', headers, body: JSON.stringify(first) })
    device = await newDevice(join(folder, 'server'))
  })
  afterAll(async () => {
    await program?.stop()
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  describe.each<ProxyName>(['nginx', 'caddy'])('behind %s as the example sets it up', (name) => {
    const isThere = hasProxy(name)
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
      proxy = await startTestProxy(name, port, Number(new URL(program.url).port), base)
      signedIn = await post('/identity/sign-in/email', admin)
      cookie = [signedIn.headers['set-cookie'] ?? []]
        .flat()
        .map((one) => one.split(';')[0])
        .join('; ')
    })
    afterAll(() => proxy?.close())

    test.skipIf(!isThere)('signs people in over TLS, and keeps their session on TLS', async () => {
      expect((await call(`${url}/`)).text).toContain('<!doctype html>')
      expect(signedIn.status).toBe(200)
      expect(String(signedIn.headers['set-cookie'])).toMatch(/^__Secure-\S+; .*Secure/)
      expect(String(signedIn.headers['set-cookie'])).toContain(`Path=${base || '/'};`)
      const foreign = await post('/identity/sign-in/email', admin, { origin: 'https://elsewhere.example' })
      expect([foreign.status, foreign.text]).toEqual([403, expect.stringContaining('set PUBLIC_URL to it')])
    })

    test.skipIf(!isThere)('answers over HTTP/2, and passes an upload on as it comes', async () => {
      const session = connectHttp2(origin, { rejectUnauthorized: false })
      onTestFinished(() => session.destroy())
      const page = session.request({ ':path': `${base}/` })
      expect([(await answerOf(page)).status, session.alpnProtocol]).toEqual([200, 'h2'])
      // Refused by its head, long before its body ends: a proxy that collects the upload would pass nothing on yet.
      const upload = session.request({
        ':method': 'POST',
        ':path': `${base}/api/charts`,
        'content-type': 'multipart/form-data; boundary=log',
        'content-length': 1_000_000,
      })
      upload.write('--log')
      expect((await answerOf(upload)).status).toBe(401)
    })

    test.skipIf(!isThere || base === '')('redirects a browser that asks for the path alone', async () => {
      const { status, headers } = await call(url)
      expect(status).toBeLessThan(303)
      expect(new URL(headers.location ?? '', url).pathname).toBe(`${base}/`)
    })

    test.skipIf(!isThere)('keeps the sockets of consoles open', async () => {
      const signIn = JSON.stringify({ type: 'sign-in', token: await token() })
      const socket = new WebSocket(`${url.replace('https', 'wss')}/realtime`, {
        rejectUnauthorized: false,
        headers: { origin, cookie },
      })
      const received = new Promise<string>((resolve, reject) => {
        socket.once('open', () => socket.send(signIn))
        socket.once('message', (data) => resolve(String(data)))
        socket.once('error', reject)
      })
      expect(JSON.parse(await received)).toMatchObject({ type: 'signed-in' })
      socket.terminate()
    })

    test.skipIf(!isThere)(
      'keeps the connections of boats open, and acknowledges what is stored',
      async () => {
        const sockets = url.replace('https', 'wss')
        await publish(`${sockets}/gateway/mqtt`, device)
        expect(await answerToDelta(`${sockets}/gateway/signalk`, device)).toEqual({ ack: 1 })
      },
    )

    test.skipIf(!isThere)('leads boats to the broker beside it, where no HTTP answers', async () => {
      await publish(`mqtt://${BOATS_HOST}:${program.mqttPort}`, device)
      await expect(publish(`mqtt://127.0.0.1:${program.mqttPort}`, device)).rejects.toThrow('ECONNREFUSED')
      await expect(fetch(program.url.replace('localhost', BOATS_HOST))).rejects.toThrow('fetch failed')
    })

    test.skipIf(!isThere)('passes a picture of ten megabytes', async () => {
      const png = await picture
      expect(png.length).toBeGreaterThan(9_000_000)
      const answer = await call(`${url}/api/users/me/image`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${await token()}`, origin },
        body: { encoded_profile_picture: `data:image/png;base64,${png.toString('base64')}` },
      })
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('profile_picture_url')])
    })

    test.skipIf(!isThere)(
      'counts each address behind it separately, and accepts no pretended one',
      async () => {
        const register = (localAddress: string, forwarded: string) =>
          call(`https://127.0.0.1:${port}${base}/gateway/register`, {
            ...{ localAddress, servername: 'localhost', body: {} },
            headers: { host: `localhost:${port}`, 'x-forwarded-for': forwarded },
          })
        const [many = '', one = ''] = CALLERS[name]
        const statuses = []
        for (let n = 0; n < 21; n++) statuses.push((await register(many, `198.51.100.${n}`)).status)
        expect(statuses).toEqual([...Array(20).fill(200), 429])
        expect((await register(one, '198.51.100.1')).status).toBe(200)
      },
    )

    test.skipIf(!isThere)('names each call as the proxy did', async () => {
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

    test.skipIf(!isThere)('keeps inner metrics inside, and answers over IPv6', async () => {
      expect((await call(`${url}/metrics`)).status).toBe(403)
      expect((await call(`${origin}/metrics`)).text).not.toContain('taffrail_')
      const answer = await call(`https://[::1]:${port}${base}/ready`, {
        servername: 'localhost',
        headers: { host: `localhost:${port}` },
      })
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        200,
        { status: 'ready', damaged_parts: 0, preparing: null },
      ])
    })
  })

  describe('a process for each role behind Caddy as the example sets it up', () => {
    const isThere = hasProxy('caddy')
    let origin = ''
    let url = ''
    let api: Program
    let proxy: TestProxy

    beforeAll(async () => {
      if (!isThere) return
      const port = await freePort()
      origin = `http://localhost:${port}`
      url = `${origin}${base}`
      // Each process is a whole server with its own stores, so neither has the data of the other.
      api = await start('api', { PUBLIC_URL: url })
      const [apiPort = 0, gatewayPort] = [api, program].map((one) => Number(new URL(one.url).port))
      proxy = await startTestBalancer(port, [apiPort], { gatewayPort, base })
    })
    afterAll(async () => {
      await proxy?.close()
      await api?.stop()
    })

    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(body),
      })

    test.skipIf(!isThere)('sends boats’ data to a gateway', async () => {
      const sockets = url.replace('http', 'ws')
      await publish(`${sockets}/gateway/mqtt`, device)
      expect(await answerToDelta(`${sockets}/gateway/signalk`, device)).toEqual({ ack: 1 })
      const authorization = `Bearer ${device.id}.${device.secret}`
      expect((await fetch(`${url}/gateway/settings`, { headers: { authorization } })).status).toBe(200)
    })

    test.skipIf(!isThere)('sends everything else to the console', async () => {
      expect((await post('/identity/sign-in/email', admin)).status).toBe(401)
      expect((await post('/api/setup', first)).status).toBe(200)
      expect((await post('/identity/sign-in/email', admin)).status).toBe(200)
      expect(await (await fetch(url)).text()).toContain('<!doctype html>')
    })

    test.skipIf(!isThere)('keeps metrics inside', async () => {
      expect((await fetch(`${url}/metrics`)).status).toBe(403)
      expect(await (await fetch(`${origin}/metrics`)).text()).not.toContain('taffrail_')
    })
  })
})
