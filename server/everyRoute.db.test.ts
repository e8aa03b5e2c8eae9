/**
 * Every answer of the program over HTTP: each route is a call of the contract, or is listed here with its
 * callers and the reason.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBasemap } from '#contract/wire/basemap.ts'
import { type AnyEndpoint, NIL_ID, publicPathOf, sharedPathOf, wallPathOf } from '#contract/wire/endpoint.ts'
import { openStream } from '#contract/wire/publicStream.ts'
import { ENDPOINTS, ROUTES } from './api/routes.ts'
import { readConfig } from './config.ts'
import { type Server, startServer } from './startServer.ts'
import { prepareRecords } from './testing/prepareRecords.ts'
import { silentLog } from './testing/silentLog.ts'

/**
 * Kinds of callers, and the refusal that a caller without credentials gets. A socket asks for credentials in its first
 * messages.
 */
const REFUSED = {
  session: 'not_authenticated',
  key: 'not_authenticated',
  device: 'not_authenticated',
  'this machine': 'not_authenticated',
  'a link to a trip': 'not_found',
  'a wall screen': 'not_found',
  'a phone': 'not_found',
  socket: null,
  anyone: null,
} as const
type Who = keyof typeof REFUSED

const CALLS: readonly AnyEndpoint[] = [...ENDPOINTS, openStream]
/** Routes that are no call of the contract. */
const OUTSIDE: Readonly<Record<string, readonly [Who, why: string]>> = {
  'GET /api/shared/:token/images/:id/:size': ['a link to a trip', 'a file; an <img> sends no token'],
  'GET /api/shared/:token/model/:file': ['a link to a trip', 'a file; of the vessel of the trip'],
  'GET /realtime': ['socket', 'frames; a topic as the calls of what it carries'],
  'GET /gateway/signalk': ['socket', 'what devices send'],
  'GET /gateway/mqtt': ['socket', 'what devices send'],
  'POST /gateway/batches': ['device', 'what devices send, in many formats'],
  'GET /gateway/phone/:key': ['a phone', 'positions; the key in the address signs in'],
  'POST /gateway/phone/:key': ['a phone', 'positions; the key in the address signs in'],
  'GET /gateway/phone/:key/': ['a phone', 'the same; some apps add a slash'],
  'POST /gateway/phone/:key/': ['a phone', 'the same; some apps add a slash'],
  'GET /gateway/phone': ['anyone', 'says that a key is missing'],
  'POST /gateway/phone': ['anyone', 'says that a key is missing'],
  'GET /gateway/phone/': ['anyone', 'says that a key is missing'],
  'POST /gateway/phone/': ['anyone', 'says that a key is missing'],
  'POST /gateway/health': ['device', 'read by the console as `health` of a device'],
  'GET /gateway/settings': ['device', 'read by devices, described for them'],
  'POST /gateway/register': [
    'anyone',
    'a device without an account, which is on no vessel until it is paired',
  ],
  'POST /gateway/local/devices': ['this machine', 'a command'],
  'POST /gateway/local/imports': ['this machine', 'a command'],
  'POST /local/backups': ['this machine', 'a command'],
  'GET /identity/token': ['anyone', 'signing in; without a session its answer is none'],
  'GET /identity/jwks': ['anyone', 'public keys'],
  'POST /identity/exchange': ['session', 'signing in, as the library for it has it'],
  'POST /identity/sign-in/email': ['anyone', 'signing in'],
  'POST /identity/sign-in/social': ['anyone', 'signing in'],
  'GET /identity/callback/oidc': ['anyone', 'signing in'],
  'POST /identity/sign-out': ['session', 'signing in'],
  'POST /identity/request-password-reset': ['anyone', 'signing in'],
  'POST /identity/reset-password': ['anyone', 'signing in; the link of the mail is the secret'],
  'POST /identity/change-password': ['anyone', 'signing in; the password is asked for'],
  'GET /identity/sessions': ['session', 'signing in'],
  'POST /identity/sessions/end': ['session', 'signing in; a user ends own sessions alone'],
  'GET /identity/two-factor/state': ['session', 'signing in'],
  'POST /identity/two-factor/enable': ['anyone', 'signing in; the password is asked for'],
  'POST /identity/two-factor/disable': ['anyone', 'signing in; a code is asked for'],
  'POST /identity/two-factor/generate-backup-codes': ['anyone', 'signing in; a code is asked for'],
  'POST /identity/two-factor/verify-totp': ['anyone', 'signing in; a code is asked for'],
  'POST /identity/two-factor/verify-backup-code': ['anyone', 'signing in; a code is asked for'],
  'GET /basemap/:archive': ['anyone', 'a public map, read in pieces'],
  'GET /basemap/areas/:version/:z/:x/:y': ['anyone', 'a public map, read in tiles'],
  'GET /api/openapi.json': ['anyone', 'describes the calls'],
  'GET /api/docs': ['anyone', 'describes the calls'],
  'GET /public/openapi.json': ['anyone', 'describes the calls'],
  'GET /public/docs': ['anyone', 'describes the calls'],
  'GET /unsubscribe/:token': ['anyone', 'the link of a mail, whose signature it checks'],
  'POST /unsubscribe/:token': ['anyone', 'the link of a mail, whose signature it checks'],
  'GET /health': ['anyone', 'for whoever watches over the process'],
  'GET /ready': ['anyone', 'for whoever watches over the process'],
  'GET /metrics': ['this machine', 'for whoever watches over the process; others have a token'],
  'GET /dev/mail': ['anyone', 'what would have been mailed, in the demo alone, which answers to its machine'],
}

let app: FastifyInstance
let server: Server
let folder: string
const routes = new Set<string>()

/** The built console, where there is one, is files for anyone; HEAD is answered as GET is. */
const watch = (message: unknown) => {
  app = (message as { fastify: FastifyInstance }).fastify
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD' && !url.includes('*')) routes.add(`${one} ${url}`)
  })
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-routes-'))
  await prepareRecords(folder)
  subscribe('fastify.initialization', watch)
  const config = readConfig({}, ['--data', folder, '--no-demo'])
  const own = { HOST: '127.0.0.1', PORT: 0, MQTT_PORT: 0, demo: true }
  server = await startServer({ ...config, ...own }, silentLog)
})
afterAll(async () => {
  unsubscribe('fastify.initialization', watch)
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Each call with its callers. */
function known(): ReadonlyMap<string, Who> {
  const calls: AnyEndpoint[] = [...CALLS, readBasemap]
  const opened = (who: Who, { access }: AnyEndpoint): Who => (access === 'anyone' ? 'anyone' : who)
  return new Map<string, Who>([
    ...calls.map((call) => [`${call.method} ${sharedPathOf(call)}`, 'a link to a trip'] as const),
    ...calls.map((call) => [`${call.method} ${wallPathOf(call)}`, 'a wall screen'] as const),
    ...calls.map((call) => [`${call.method} ${call.path}`, opened('session', call)] as const),
    ...calls.map((call) => [`${call.method} ${publicPathOf(call)}`, 'key'] as const),
    ...Object.entries(OUTSIDE).map(([name, [who]]) => [name, who] as const),
  ])
}

test('answers before it begins to compute, and computes from then on', async () => {
  expect((await fetch(`${server.localUrl}/health`)).status).toBe(200)
  expect(server.processing?.running).toBeNull()
  await server.begin()
  expect(server.processing?.running?.partitions().length).toBeGreaterThan(0)
})

test('lists every answered route as a call of the contract or as a known route with its callers', () => {
  const all = known()
  expect([...routes].filter((name) => !all.has(name))).toEqual([])
  expect(Object.keys(OUTSIDE).filter((name) => !routes.has(name))).toEqual([])
  for (const { method, path } of CALLS) expect(routes).toContain(`${method} ${path}`)
})

test('refuses a caller without credentials at every route that is not public', async () => {
  const all = known()
  const asked = [...routes].flatMap((name) => {
    const code = REFUSED[all.get(name) ?? 'session']
    const [method = '', path = ''] = name.split(' ')
    return code === null ? [] : [{ name, code, method, url: path.replaceAll(/:\w+/g, NIL_ID) }]
  })
  const answers = []
  for (const { name, method, url } of asked) {
    const answer = await app.inject({ method: method as 'GET', url, remoteAddress: '192.0.2.7' })
    answers.push([name, answer.json().code])
  }
  expect(answers).toEqual(asked.map(({ name, code }) => [name, code]))
  expect(asked.length).toBeGreaterThan(ROUTES.length)
})
