/** Pushes in a browser's view: a local service takes them, and this test reads them with a browser's keys. */
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY_BYTES, openVault } from '#server/platform/vault.ts'
import { saveSubscription, subscriptionsOf } from '#server/records/pushSubscriptions.ts'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { browserKeys } from '#server/testing/browserKeys.ts'
import { twoOrganizations } from '#server/testing/testApi.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { openOutside } from './outside.ts'
import { Undeliverable } from './sender.ts'
import { pushToBrowsers, type VapidKeys, vapidKeys } from './webPush.ts'

let records: Records
const vault = openVault([Buffer.alloc(KEY_BYTES)])
const stored = () => ({ db: records.db, vault })
let keys: VapidKeys
let userId: string
const got: { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer }[] = []
const service = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  got.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
  response.writeHead(Number(/\d+/.exec(request.url ?? '')?.[0] ?? 201)).end()
})
let base = ''
beforeAll(async () => {
  records = await testRecords()
  userId = (await twoOrganizations(records.db)).own.userId
  keys = await vapidKeys(stored())
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(async () => {
  service.close()
  await records?.close()
})

function browser(path: string) {
  const { keys, decrypt } = browserKeys()
  return { row: { userId, endpoint: `${base}/${path}`, ...keys }, decrypt }
}

const payload = { title: 'Critical: Sæbjörg', body: 'Impact of 3.9 g', url: '/alerts/1', tag: '1' }
const push = (reached: string[] = [], allowed = '127.0.0.1') =>
  pushToBrowsers(
    { db: records.db, outside: openOutside(allowed), keys, subject: 'mailto:a@one.example' },
    { userId, reached, payload },
  )

test('makes the keys once', async () => {
  expect(await vapidKeys(stored())).toEqual(keys)
})

test('refuses a push address in a private network', async () => {
  const one = browser('201/a')
  await saveSubscription(records.db, one.row)
  await expect(push([], '')).rejects.toThrow(Undeliverable)
  expect(got).toEqual([])
})

test('encrypts for the browser alone, and signs as this installation', async () => {
  const one = browser('201/a')
  await saveSubscription(records.db, one.row)
  await push()
  expect(got).toHaveLength(1)
  const [{ headers, body }] = got as [(typeof got)[number]]
  expect(headers['content-encoding']).toBe('aes128gcm')
  expect(body.includes('Sæbjörg')).toBe(false)
  expect(JSON.parse(one.decrypt(body))).toEqual(payload)

  const [, jwt = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(String(headers.authorization)) ?? []
  expect(key).toBe(keys.publicKey)
  const [head = '', claims = '', signature = ''] = jwt.split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    ...{ aud: base, sub: 'mailto:a@one.example' },
  })
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(
    verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url')),
  ).toBe(true)
})

test('deletes a browser that is gone, and tries again later for one that is away, without repeating the others', async () => {
  got.length = 0
  await saveSubscription(records.db, browser('410/gone').row)
  await saveSubscription(records.db, browser('503/away').row)
  const reached = await push().then(
    () => [],
    (error) => error.reached as string[],
  )
  expect(reached).toHaveLength(1)
  const left = await subscriptionsOf(records.db, userId)
  expect(left.map(({ endpoint }) => new URL(endpoint).pathname).toSorted()).toEqual(['/201/a', '/503/away'])
  got.length = 0
  await push(reached).catch(() => {})
  expect(got.map(({ path }) => path)).toEqual(['/503/away'])
})
