import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestApi, testApi } from '#server/testing/testApi.ts'

const script = `export const words = '${'ahoy '.repeat(2000)}'`
const CONSOLE = '<!doctype html><html><title>Taffrail</title><script src="/theme.js"></script>'
const SIGN_IN = '<!doctype html><title>Sign in</title><script>1</script>'
const SESSION = 'theme=dark; taffrail.session_token=abc'
let api: TestApi
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), CONSOLE)
  await writeFile(join(folder, 'signedOut.html'), SIGN_IN)
  await writeFile(join(folder, 'assets/entry-1a2b3c.js'), script)
  await writeFile(join(folder, 'theme.js'), '1')
  await mkdir(join(folder, '.vite'))
  await writeFile(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({
      'routes/shell/Shell.tsx': { file: 'assets/Shell.js', imports: ['_base.js'], css: ['assets/Shell.css'] },
      'trips/tripRequests.ts': { file: 'assets/trips.js', imports: ['_base.js'] },
      'routes/map/FleetMapPage.tsx': { file: 'assets/map.js', imports: ['_base.js'] },
      '_base.js': { file: 'assets/base.js' },
    }),
  )
  api = await testApi({ consoleDir: folder, demo: true })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers })

test('serves the console for every path that is not another page’s', async () => {
  for (const url of [
    '/',
    '/map',
    '/map/trips/1',
    '/signin?next=/map',
    '/users?q=ada@harbour.example',
    '/trips?from=/api/x.js',
    '/no/such/page',
    '/trips/1/impacts/2026-06-18T09:10:00.060Z',
  ]) {
    for (const [cookie, page] of [
      [SESSION, CONSOLE],
      ['__Secure-taffrail.session_token=abc', CONSOLE],
      ['theme=dark', SIGN_IN],
    ] as const) {
      const answer = await get(url, { cookie })
      expect([url, answer.statusCode, answer.body]).toEqual([url, 200, page])
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers.vary).toContain('cookie')
    }
  }
})

test('answers positions that an app sends to the bare address with a line, and never with a page', async () => {
  const query = 'id=1&lat=64.1&lon=-21.9&timestamp=1781773200'
  for (const [method, url] of [
    ['GET', `/?${query}`],
    ['POST', `/?${query}`],
    ['POST', '/'],
    ['GET', '/?id=1&location=64.1,-21.9'],
  ] as const) {
    const answer = await api.app.inject({ method, url, headers: { cookie: SESSION } })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(/^No position .* app\.$/)])
  }
  expect((await get('/?q=1&lat')).statusCode).toBe(400)
  expect((await get('/?platform=1')).statusCode).toBe(200)
})

test('answers calls that do not exist as not found, however they are spelt', async () => {
  for (const url of [
    '/api/nothing',
    '/fetcher/x',
    '/assets/gone.js',
    '/gone.js',
    '/gone.js?v=1',
    '/api?q=1',
    '/identity/',
  ]) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
  }
  for (const url of [
    '/api/trips/',
    '/api/trips/:id',
    '/api/vessels/%2e%2e/users/me',
    '/api/vessels/..%2fusers%2fme',
  ]) {
    const answer = await get(url)
    expect([url, answer.statusCode]).toEqual([url, 401])
  }
})

test('embeds what every page needs for a browser with a session, and for no other', async () => {
  const { headers } = await get('/trips/1', { cookie: SESSION })
  expect(String(headers.link).split(', ')).toEqual([
    '</assets/Shell.js>; rel=modulepreload',
    '</assets/Shell.css>; rel=preload; as=style; crossorigin',
    '</assets/base.js>; rel=modulepreload',
    '</assets/trips.js>; rel=modulepreload',
  ])
  const others = await get('/captains', { cookie: SESSION })
  expect(others.headers.link).not.toContain('/assets/trips.js')
  const map = await get('/map?vessel=1', { cookie: SESSION })
  expect(map.headers.link).toContain('</assets/map.js>; rel=modulepreload')
  expect((await get('/trips/1', { cookie: 'theme=dark' })).headers.link).toBeUndefined()
  expect((await get('/trips/1')).headers.link).toBeUndefined()
})

test('serves the console below a path, and answers its address beside it', async () => {
  const { records, telemetry } = api
  const below = await testApi({
    ...{ records, telemetry, consoleDir: folder },
    PUBLIC_URL: 'https://boats.example/fleet',
  })
  onTestFinished(() => below.app.close())
  const ask = async (url: string, cookie = SESSION) => below.app.inject({ url, headers: { cookie } })
  for (const url of ['/fleet', '/fleet/', '/fleet?q=1', '/fleet/trips/1']) {
    const answer = await ask(url)
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-cache'])
    expect(answer.body).toBe(
      '<!doctype html><html data-base="/fleet"><title>Taffrail</title><script src="/fleet/theme.js"></script>',
    )
    expect(answer.headers.link).toContain('</fleet/assets/Shell.js>; rel=modulepreload')
  }
  expect((await ask('/fleet/map', '')).body).toContain('Sign in')
  expect((await ask('/fleet/assets/entry-1a2b3c.js')).body).toBe(script)
  expect((await ask('/fleet/api/trips')).statusCode).toBe(401)
  expect((await ask('/fleet/health')).statusCode).toBe(200)
  expect((await ask('/health')).statusCode).toBe(200)
  for (const url of ['/', '/map', '/fleetwood/map']) {
    const answer = await ask(url)
    expect([url, answer.statusCode, answer.body]).toEqual([
      ...[url, 404],
      'This console is at https://boats.example/fleet. A proxy in front of it has to pass on the whole path.',
    ])
  }
  expect((await ask('/fleet/public/openapi.json')).json().servers).toEqual([{ url: '/fleet' }])
  expect((await ask('/fleet/public/docs')).body).toContain('href="/fleet/public/openapi.json"')
})

test('never leaves its folder', async () => {
  for (const url of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/..%5cpackage.json',
    '/assets/%00',
  ]) {
    const answer = await get(url)
    expect([url, answer.body.includes('"dependencies"'), answer.statusCode < 500]).toEqual([url, false, true])
  }
})

test('hides its build files and every other hidden file', async () => {
  for (const url of ['/.vite/manifest.json', '/%2evite/manifest.json', '/.vite%2fmanifest.json']) {
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  }
})

test('lets browsers cache files with a hash in their name, and compresses them', async () => {
  const answer = await get('/assets/entry-1a2b3c.js', { 'accept-encoding': 'gzip, br' })
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script)
  expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache')
})

test('allows scripts from its own address alone', async () => {
  const policyOf = async (cookie: string) =>
    String((await get('/', { cookie })).headers['content-security-policy'])
  const policy = await policyOf(SESSION)
  expect(policy).toContain("script-src 'self';")
  // The page before sign-in has scripts of its own, and no other inline script runs there.
  expect(await policyOf('')).toContain(
    "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=';",
  )
  expect(policy).toContain("worker-src 'self' blob:")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("connect-src 'self' ws://localhost:3000")
  expect(policy).not.toContain('upgrade-insecure-requests')
})

test('denies pages and frames every browser feature that the console never uses', async () => {
  for (const url of ['/', '/api/setup', '/health']) {
    const policy = String((await get(url)).headers['permissions-policy'])
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(policy).toContain(`${feature}=()`)
    }
    expect(policy).not.toContain('clipboard-write')
  }
})

test('is ready as soon as it answers, and reports what is still being filled in', async () => {
  expect((await get('/ready')).json()).toEqual({ status: 'ready', damaged_parts: 0, preparing: null })
  api.bus.publish({ type: 'preparation.progressed', done: 3, total: 30, what: 'history' })
  const preparing = { done: 3, total: 30, what: 'history' }
  expect((await get('/ready')).json()).toEqual({ status: 'ready', damaged_parts: 0, preparing })
  expect((await get('/health')).json()).toEqual({ status: 'running', preparing })
})

test('counts its answers by route and not by address', async () => {
  await get('/api/trips/0d0e8cf4-5b9d-4e0c-b9a8-1f2f1f3a4b5c')
  const { body } = await get('/metrics')
  expect(body).toContain(
    'taffrail_http_answer_seconds_count{method="GET",route="/api/trips/:id",status="401"}',
  )
  expect(body).toContain('taffrail_open_sockets 0')
  expect(body).not.toContain('0d0e8cf4')
})

test('shows the mails of the demo, and their content as text', async () => {
  expect((await get('/dev/mail')).body).toContain('No mail yet.')
})

test('answers only a catalogued problem when something breaks', async () => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/auth/signin/otp',
    headers: { 'content-type': 'application/json' },
    payload: '{"email":',
  })
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { code: 'invalid', message: 'The request is not valid.' },
  ])
  const large = await api.app.inject({
    method: 'POST',
    url: '/api/setup',
    payload: { name: 'x'.repeat(2_000_000) },
  })
  expect([large.statusCode, large.json().code]).toEqual([413, 'too_large'])
  const xml = { 'content-type': 'application/xml' }
  const strange = await api.app.inject({ method: 'POST', url: '/api/setup', headers: xml, payload: '<x/>' })
  expect([strange.statusCode, strange.json().code]).toEqual([400, 'invalid'])
})
