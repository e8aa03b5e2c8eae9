/** Finds the keys of files that rows use. */
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { images, users, vessels } from '#server/stores/relational/schema.ts'

/** Returns the keys that belong to a row, among these keys of pictures, comment images or models. */
export async function keysInUse(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const asked = [...keys]
  const model = sql<string>`${vessels.model}->>'fileKey'`
  const found = await Promise.all([
    db.select({ key: users.pictureFile }).from(users).where(inArray(users.pictureFile, asked)),
    db.select({ key: vessels.pictureFile }).from(vessels).where(inArray(vessels.pictureFile, asked)),
    db.select({ key: images.fileKey }).from(images).where(inArray(images.fileKey, asked)),
    db.select({ key: model }).from(vessels).where(inArray(model, asked)),
  ])
  return new Set(found.flat().flatMap(({ key }) => (key === null ? [] : [key])))
}
