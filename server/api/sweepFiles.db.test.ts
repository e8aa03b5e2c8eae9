import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNFINISHED } from '#server/files/fileStore.ts'
import { images, users, vessels } from '#server/stores/relational/schema.ts'
import { type TestApi, testApi, twoOrganizations } from '#server/testing/testApi.ts'
import { sweepFiles } from './sweepFiles.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const keep = (key: string) => api.files.put(key, Buffer.from('x'))
const isThere = async (key: string) => {
  const found = await api.files.get(key)
  found?.destroy()
  return found !== null
}

test('deletes what a crash left behind and nothing that a row holds', async () => {
  const { db } = api.records
  const { own } = await twoOrganizations(db)
  const model = { fileKey: 'm1', fileName: 'boat.glb', bytes: 1, triangles: 1, uploadedAtMs: 0 }
  await db.update(users).set({ pictureFile: 'u1.jpg' }).where(eq(users.id, own.userId))
  await db.update(vessels).set({ pictureFile: 'v1.jpg', model }).where(eq(vessels.id, own.vesselId))
  await db.insert(images).values({ organizationId: own.organizationId, fileKey: 'i-1', fileName: 'quay.jpg' })
  const held = [
    'pictures/u1.jpg',
    'pictures/v1.jpg',
    'models/m1.glb',
    'images/i-1-original.jpg',
    'images/i-1-thumbnail.jpg',
  ]
  const left = [
    'pictures/u2.jpg',
    'models/m2.glb',
    'images/i-2-original.jpg',
    'images/i-2-thumbnail.jpg',
    `${UNFINISHED}/a.part`,
  ]
  for (const key of [...held, ...left]) await keep(key)
  // Another writer’s row may not be committed yet.
  await sweepFiles(db, api.files, new Date(Date.now() - 60_000))
  expect(await Promise.all(left.map(isThere))).toEqual(left.map(() => true))
  await sweepFiles(db, api.files, new Date(Date.now() + 60_000))
  expect(await Promise.all(held.map(isThere))).toEqual(held.map(() => true))
  expect(await Promise.all(left.map(isThere))).toEqual(left.map(() => false))
})
