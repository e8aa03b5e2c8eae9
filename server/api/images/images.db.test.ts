import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'
import type { ImageReference } from '#contract/wire/image.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { images } from '#server/stores/relational/schema.ts'
import {
  bearer,
  emailOf,
  type Place,
  signIn,
  type TestApi,
  type Thing,
  testApi,
  tokenOf,
  twoOrganizations,
} from '#server/testing/testApi.ts'
import { claimingPng } from '#server/testing/testPictures.ts'
import { deleteUnusedImages } from './deleteUnusedImages.ts'
import { imageFile } from './imageFiles.ts'

let api: TestApi
let things: Record<Place, Thing>
const cookies = {} as Record<RoleId, string>
const tokens = {} as Record<RoleId, string>
beforeAll(async () => {
  api = await testApi()
  things = await twoOrganizations(api.records.db)
  for (const roleId of ROLE_IDS) {
    cookies[roleId] = await signIn(api.app, emailOf(roleId))
    tokens[roleId] = await tokenOf(api.app, cookies[roleId])
  }
})
afterAll(() => api.close())

const red = (width = 300, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#c01010' } })
const jpeg = await red().jpeg().toBuffer()

function formOf(files: readonly Buffer[], field = 'files', name = 'quay.jpg'): FormData {
  const form = new FormData()
  for (const bytes of files) form.append(field, new Blob([new Uint8Array(bytes)]), name)
  return form
}
const send = (as: RoleId, payload: FormData | string, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/api/images/upload',
    headers: { ...bearer(tokens[as]), ...headers },
    payload,
  })
const upload = async (as: RoleId, ...files: Buffer[]) =>
  (await send(as, formOf(files))).json<ImageReference[]>()
const one = async (as: RoleId, bytes = jpeg): Promise<ImageReference> => {
  const [image] = await upload(as, bytes)
  if (!image) throw new Error('nothing was uploaded')
  return image
}
/** Requests as an <img> does: with the session's cookie alone. */
const see = (as: RoleId, url: string) => api.app.inject({ url, headers: { cookie: cookies[as] } })
const rows = () => api.records.db.$count(images)

test('refuses an upload without a token or the right to comment, before reading it', async () => {
  const form = () => formOf([Buffer.alloc(11_000_000)])
  const stranger = await api.app.inject({ method: 'POST', url: '/api/images/upload', payload: form() })
  expect([stranger.statusCode, stranger.json().code]).toEqual([401, 'not_authenticated'])
  expect((await send('super-viewer', form())).statusCode).toBe(403)
})

test('accepts a form with files at no other call', async () => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/comments',
    headers: bearer(tokens['super-admin']),
    payload: formOf([jpeg]),
  })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
})

test.each(['jpeg', 'png', 'webp'] as const)('stores a %s as JPEG in two sizes', async (format) => {
  const { original_url, thumbnail_url } = await one(
    'department-viewer',
    await red(3000, 1500).toFormat(format).toBuffer(),
  )
  const [original, thumbnail] = [
    await see('department-viewer', original_url),
    await see('department-viewer', thumbnail_url),
  ]
  expect(original.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    vary: expect.stringContaining('cookie'),
    'cache-control': expect.stringMatching(/^private,/),
  })
  expect(await sharp(original.rawPayload).metadata()).toMatchObject({
    format: 'jpeg',
    width: 2560,
    height: 1280,
  })
  expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({
    format: 'jpeg',
    width: 400,
    height: 400,
  })
})

test('answers several images in order, and does not enlarge a small one', async () => {
  const sizes = [10, 20, 30, 40]
  const sent = await Promise.all(sizes.map((size) => red(size, 30).png().toBuffer()))
  const kept = await upload('department-viewer', ...sent)
  const widths = await Promise.all(
    kept.map(async ({ original_url }) => {
      const answer = await see('department-viewer', original_url)
      return (await sharp(answer.rawPayload).metadata()).width
    }),
  )
  expect(widths).toEqual(sizes)
})

test('removes location and hidden data of an image', async () => {
  const redImage = await red()
    .withExif({ IFD0: { Copyright: 'canary-copyright' }, IFD3: { GPSLatitude: '64/1 9/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">canary-xmp</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  const polyglot = Buffer.concat([redImage, Buffer.from('<script>canary-script</script>')])
  expect(polyglot.includes('canary-xmp')).toBe(true)
  const image = await one('department-viewer', polyglot)
  for (const url of [image.original_url, image.thumbnail_url]) {
    const kept = (await see('department-viewer', url)).rawPayload
    const { exif, xmp, icc, iptc } = await sharp(kept).metadata()
    expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined])
    expect(kept.includes('canary')).toBe(false)
  }
})

test('refuses a file that is no picture or a bomb, whatever its name, and stores nothing of it', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const before = await rows()
  const refused: [bytes: Buffer, code: string][] = [
    [Buffer.alloc(0), 'invalid'],
    [Buffer.from(svg), 'invalid'],
    [Buffer.from('<html><script>alert(1)</script></html>'), 'invalid'],
    [jpeg.subarray(0, 100), 'invalid'],
    [claimingPng(65_535, 65_535), 'too_large'],
    [claimingPng(2 ** 31 - 1, 1), 'invalid'],
    [Buffer.concat([jpeg, Buffer.alloc(10_485_761 - jpeg.length)]), 'too_large'],
  ]
  for (const [bytes, code] of refused) {
    const answer = await send('department-viewer', formOf([jpeg, bytes]))
    expect([bytes.length, answer.json().code]).toEqual([bytes.length, code])
  }
  expect(await rows()).toBe(before)
  const most = Buffer.concat([jpeg, Buffer.alloc(10_485_760 - jpeg.length)])
  expect((await send('department-viewer', formOf([most]))).statusCode).toBe(200)
})

test('refuses forms that are invalid, cut off, empty, or of more than 20 files or 10 fields', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  const head = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n'
  const before = await rows()
  for (const answer of [
    await send('department-viewer', formOf([jpeg], 'file')),
    await send('department-viewer', formOf([])),
    await send('department-viewer', `${head}abc`, type),
    await send('department-viewer', 'no form', type),
    await send('department-viewer', head, { 'content-type': 'multipart/form-data' }),
    await send('department-viewer', '{}', { 'content-type': 'application/json' }),
  ]) {
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
  }
  const wordy = formOf([jpeg])
  for (let i = 0; i < 11; i++) wordy.append(`field${i}`, 'x')
  const fields = await send('department-viewer', wordy)
  expect([fields.statusCode, fields.json().code]).toEqual([413, 'too_large'])
  const many = await send('department-viewer', formOf(Array(21).fill(await red(5, 5).png().toBuffer())))
  expect([many.statusCode, many.json().code]).toEqual([413, 'too_large'])
  expect(await rows()).toBe(before)
})

test.each([
  '../../taffrail.key.jpg',
  '..\\..\\x.jpg',
  '/etc/passwd',
  'a\0b\r\nc.jpg',
  '%2e%2e%2fx.jpg',
  'x.jpg.html',
  `${'ö'.repeat(200)}.jpg`,
  '',
])('names no file after %j', async (name) => {
  const [image] = (await send('department-viewer', formOf([jpeg], 'files', name))).json<ImageReference[]>()
  if (!image) throw new Error('nothing was uploaded')
  expect(image.file_name).not.toMatch(/[\\/\p{C}]/u)
  expect(image.file_name.length).toBeLessThanOrEqual(100)
  const [row] = await api.records.db.select().from(images).where(eq(images.id, image.id))
  expect(row?.fileKey).toMatch(/^[\w-]{32}$/)
})

test('shows an unused image to its uploader alone, and none by a wrong address', async () => {
  const { id, original_url } = await one('department-viewer')
  expect((await see('department-viewer', original_url)).statusCode).toBe(200)
  expect((await api.app.inject({ url: original_url })).statusCode).toBe(401)
  for (const roleId of ['organization-admin', 'super-admin', 'department-admin'] as const)
    expect((await see(roleId, original_url)).statusCode).toBe(404)
  for (const path of [
    `${id}/large`,
    '..%2f..%2ftaffrail.key/original',
    'x/original',
    `${crypto.randomUUID()}/original`,
  ])
    expect((await see('department-viewer', `/api/images/${path}`)).statusCode).toBe(404)
})

test('shows the image of a comment to those who see the comment', async () => {
  const image = await one('organization-admin')
  await api.app.inject({
    method: 'POST',
    url: '/api/comments',
    headers: bearer(tokens['organization-admin']),
    payload: { trip_id: null, vessel_id: things.sibling.vesselId, text: '', image_ids: [image.id] },
  })
  expect((await see('organization-viewer', image.thumbnail_url)).statusCode).toBe(200)
  expect((await see('department-admin', image.thumbnail_url)).statusCode).toBe(404)
})

test('allows only its uploader to take back an image, until a comment holds it', async () => {
  const { id, original_url } = await one('department-viewer')
  const take = (as: RoleId) =>
    api.app.inject({ method: 'DELETE', url: `/api/images/${id}`, headers: bearer(tokens[as]) })
  const [row] = await api.records.db.select().from(images).where(eq(images.id, id))
  expect((await take('organization-admin')).statusCode).toBe(404)
  expect((await take('department-viewer')).json()).toEqual({ ok: true })
  expect((await see('department-viewer', original_url)).statusCode).toBe(404)
  for (const size of ['original', 'thumbnail'] as const)
    expect(await api.files.get(imageFile(row?.fileKey ?? '', size))).toBeNull()
})

test('stores at most 100 unused images of one person', async () => {
  const { organizationId } = things.own
  const author = (await one('organization-viewer')).id
  const [row] = await api.records.db.select().from(images).where(eq(images.id, author))
  await api.records.db.insert(images).values(
    Array.from({ length: 98 }, () => ({
      organizationId,
      userId: row?.userId,
      fileKey: 'x',
      fileName: 'x',
    })),
  )
  const before = await rows()
  const answer = await send('organization-viewer', formOf([jpeg, jpeg]))
  expect([answer.statusCode, answer.json().code, await rows()]).toEqual([429, 'too_many', before])
  expect((await send('organization-viewer', formOf([jpeg]))).statusCode).toBe(200)
})

test('removes rows and files of images that no comment uses, and keeps used ones', async () => {
  const [used, unused] = [await one('department-admin'), await one('department-admin')]
  await api.app.inject({
    method: 'POST',
    url: '/api/comments',
    headers: bearer(tokens['department-admin']),
    payload: { trip_id: null, vessel_id: things.own.vesselId, text: '', image_ids: [used.id] },
  })
  const [row] = await api.records.db.select().from(images).where(eq(images.id, unused.id))
  await deleteUnusedImages(api.records.db, api.files, new Date(Date.parse(unused.created_at) - 1000))
  expect((await see('department-admin', unused.original_url)).statusCode).toBe(200)
  await deleteUnusedImages(api.records.db, api.files, new Date(Date.parse(unused.created_at) + 1000))
  expect((await see('department-admin', unused.original_url)).statusCode).toBe(404)
  expect(await api.files.get(imageFile(row?.fileKey ?? '', 'original'))).toBeNull()
  expect((await see('department-admin', used.original_url)).statusCode).toBe(200)
})

test('leaves rows and files unchanged when a transaction fails', async () => {
  const [used, unused] = [await one('department-admin'), await one('department-admin')]
  const commented = await api.app.inject({
    method: 'POST',
    url: '/api/comments',
    headers: bearer(tokens['department-admin']),
    payload: { trip_id: null, vessel_id: things.own.vesselId, text: '', image_ids: [used.id] },
  })
  const { organizationId } = await api.records.db.transaction((tx) =>
    insertOrganization(tx, { name: 'Kept' }),
  )
  await api.files.put(imageFile('kept', 'original'), jpeg)
  await api.records.db.insert(images).values({ organizationId, fileKey: 'kept', fileName: 'kept.jpg' })
  const commit = failingCommits()
  const remove = async (as: RoleId, url: string) =>
    (await api.app.inject({ method: 'DELETE', url, headers: bearer(tokens[as]) })).statusCode
  const answers = [
    await remove('department-admin', `/api/images/${unused.id}`),
    await remove('department-admin', `/api/comments/${commented.json().id}`),
    await remove('super-admin', `/api/super/organizations/${organizationId}`),
  ]
  const later = new Date(Date.parse(unused.created_at) + 1000)
  await expect(deleteUnusedImages(api.records.db, api.files, later)).rejects.toThrow('no commit')
  commit.mockRestore()
  expect(answers).toEqual([500, 500, 500])
  for (const { original_url } of [used, unused])
    expect((await see('department-admin', original_url)).statusCode).toBe(200)
  expect(await api.files.stat(imageFile('kept', 'original'))).not.toBeNull()
})

/** Every transaction does its work, and then its commit fails. */
function failingCommits() {
  const { db } = api.records
  const begin = db.transaction.bind(db)
  return vi.spyOn(db, 'transaction').mockImplementation((work) =>
    begin(async (tx) => {
      await work(tx)
      throw new Error('no commit')
    }),
  )
}

test('removes images with the organization in which they were uploaded', async () => {
  const { organizationId } = await api.records.db.transaction((tx) =>
    insertOrganization(tx, { name: 'Left' }),
  )
  await api.files.put(imageFile('left', 'original'), jpeg)
  await api.records.db.insert(images).values({ organizationId, fileKey: 'left', fileName: 'left.jpg' })
  const answer = await api.app.inject({
    method: 'DELETE',
    url: `/api/super/organizations/${organizationId}`,
    headers: bearer(tokens['super-admin']),
  })
  expect([
    answer.statusCode,
    await api.records.db.$count(images, eq(images.organizationId, organizationId)),
  ]).toEqual([200, 0])
  expect(await api.files.get(imageFile('left', 'original'))).toBeNull()
})
