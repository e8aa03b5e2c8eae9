import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireMapVessel } from '#contract/wire/vessel.ts'
import { vessels } from '#server/stores/relational/schema.ts'
import {
  bearer,
  emailOf,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { claimingPng } from '#server/testing/testPictures.ts'
import { keepPicture } from './keepPicture.ts'

let api: TestApi
let token: string
let own: Thing
beforeAll(async () => {
  api = await testApi()
  own = (await twoOrganizations(api.records.db)).own
  token = await tokenOf(api.app, await signIn(api.app, emailOf('department-viewer')))
})
afterAll(() => api.close())

const put = (encoded_profile_picture: string, headers: Record<string, string> = bearer(token)) =>
  api.app.inject({
    method: 'PUT',
    url: '/api/users/me/image',
    headers,
    payload: { encoded_profile_picture },
  })
const put64 = (bytes: Buffer) => put(bytes.toString('base64'))
const read = (url: string) => api.app.inject({ url })
const red = (width = 300, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#c01010' } })

test('refuses a picture from a caller who is not signed in, before reading it', async () => {
  const answer = await put('x'.repeat(20_000_000), {})
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_authenticated'])
})

test('shows the picture of a vessel wherever the vessel is shown', async () => {
  const pictureFile = await keepPicture(api.files, await red().jpeg().toBuffer())
  await api.records.db.update(vessels).set({ pictureFile }).where(eq(vessels.id, own.vesselId))
  const get = async (url: string) => (await api.app.inject({ url, headers: bearer(token) })).json()
  const onMap = (await get('/api/vessels/map')).data.find(({ id }: WireMapVessel) => id === own.vesselId)
  const pictures = [
    (await get(`/api/vessels/${own.vesselId}`)).picture_url,
    (await get(`/api/trips/${own.tripId}`)).vessel.picture_url,
    onMap.picture_url,
  ]
  expect(pictures).toEqual(Array(3).fill(`/api/pictures/${pictureFile}`))
  expect((await read(pictures[0])).statusCode).toBe(200)
})

test.each(['jpeg', 'png', 'webp'] as const)('stores a %s as a new JPEG', async (format) => {
  const picture = await red(400, 300).toFormat(format).toBuffer()
  const answer = await put(`data:image/${format};base64,${picture.toString('base64')}`)
  expect(answer.statusCode).toBe(200)
  const url: string = answer.json().profile_picture_url
  const kept = await read(url)
  expect(kept.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': expect.stringMatching(/^private,/),
  })
  expect(await sharp(kept.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 512 })
})

test('gives each picture an address of its own and deletes the one before', async () => {
  const first = (await put64(await red().jpeg().toBuffer())).json().profile_picture_url
  const second = (await put64(await red().jpeg().toBuffer())).json().profile_picture_url
  expect(second).not.toBe(first)
  expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200])
  const removed = await api.app.inject({
    method: 'DELETE',
    url: '/api/users/me/image',
    headers: bearer(token),
  })
  expect(removed.json().profile_picture_url).toBeNull()
  expect((await read(second)).statusCode).toBe(404)
})

test('removes location and hidden data of a picture', async () => {
  const redImage = await red()
    .withExif({ IFD0: { Copyright: 'canary-copyright' }, IFD3: { GPSLatitude: '64/1 9/1 0/1' } })
    .jpeg()
    .toBuffer()
  const polyglot = Buffer.concat([redImage, Buffer.from('<script>canary-script</script>')])
  expect((await sharp(polyglot).metadata()).exif?.length).toBeGreaterThan(0)
  const answer = await put64(polyglot)
  const kept = (await read(answer.json().profile_picture_url)).rawPayload
  expect((await sharp(kept).metadata()).exif).toBeUndefined()
  expect(kept.includes('canary')).toBe(false)
})

test('turns a picture as the camera was held', async () => {
  const half = await sharp({ create: { width: 300, height: 150, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const upside = await red()
    .composite([{ input: half, top: 0, left: 0 }])
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer()
  const { profile_picture_url } = (await put64(upside)).json()
  const raw = await sharp((await read(profile_picture_url)).rawPayload)
    .raw()
    .toBuffer()
  expect([raw[1], raw[raw.length - 2]].map((green) => (green ?? 0) > 128)).toEqual([false, true])
})

test('refuses a file that is no picture, too small, too large or a bomb', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script></svg>'
  const jpeg = await red().jpeg().toBuffer()
  const refused: [given: string, code: string][] = [
    ['', 'invalid'],
    ['../../etc/passwd', 'invalid'],
    ['data:text/html;base64,PGgxPg==', 'invalid'],
    [Buffer.from(svg).toString('base64'), 'invalid'],
    [`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, 'invalid'],
    [Buffer.from('GIF89a').toString('base64'), 'invalid'],
    [randomBytes(5000).toString('base64'), 'invalid'],
    [jpeg.subarray(0, 100).toString('base64'), 'invalid'],
    [(await red(249, 400).png().toBuffer()).toString('base64'), 'invalid'],
    [claimingPng(65_535, 65_535).toString('base64'), 'too_large'],
    [claimingPng(2 ** 31 - 1, 1).toString('base64'), 'invalid'],
    [Buffer.concat([jpeg, Buffer.alloc(10_485_761 - jpeg.length)]).toString('base64'), 'too_large'],
    ['A'.repeat(20_000_000), 'too_large'],
  ]
  for (const [given, code] of refused) {
    const answer = await put(given)
    expect([given.slice(0, 40), answer.json().code]).toEqual([given.slice(0, 40), code])
  }
  const most = Buffer.concat([jpeg, Buffer.alloc(10_485_760 - jpeg.length)])
  expect((await put64(most)).statusCode).toBe(200)
})

test('words the refusal of a small picture as the console does', async () => {
  const answer = await put64(await red(250, 249).png().toBuffer())
  expect(answer.json().message).toBe('Picture must be at least 250 by 250 pixels')
})

test('reads no other file, however its key is spelled', async () => {
  for (const key of [
    '..%2f..%2ftaffrail.key',
    '%2e%2e/x.jpg',
    'a.jpg',
    `${'a'.repeat(32)}.png`,
    '%00',
    '..\\x',
  ]) {
    expect((await read(`/api/pictures/${key}`)).statusCode).toBe(404)
  }
})
