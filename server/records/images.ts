/** Pictures for comments: visible to their uploader alone until a comment uses them. */
import { and, count, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { comments, images, vessels } from '#server/stores/relational/schema.ts'
import { inScope, type Scope } from './scope.ts'

export type ImageRow = typeof images.$inferSelect

interface Owner {
  organizationId: string
  userId: string
}

const isUnusedOf = ({ organizationId, userId }: Owner) =>
  and(eq(images.organizationId, organizationId), eq(images.userId, userId), isNull(images.commentId))

export function insertImages(
  db: Db | Tx,
  rows: readonly (typeof images.$inferInsert)[],
): Promise<ImageRow[]> {
  return db
    .insert(images)
    .values([...rows])
    .returning()
}

export async function countUnused(db: Db | Tx, owner: Owner): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(images).where(isUnusedOf(owner))
  return counted?.total ?? 0
}

/**
 * The file of an image that the owner may see: an own unused image, or one of a comment in `scope`, if given.
 */
export async function findImageKey(
  db: Db | Tx,
  owner: Owner,
  scope: Scope | null,
  id: string,
): Promise<string | null> {
  const isOfComment = scope ? and(isNotNull(images.commentId), inScope(scope, vessels)) : undefined
  const [row] = await db
    .select({ fileKey: images.fileKey })
    .from(images)
    .leftJoin(comments, eq(comments.id, images.commentId))
    .leftJoin(vessels, eq(vessels.id, comments.vesselId))
    .where(and(eq(images.id, id), or(isUnusedOf(owner), isOfComment)))
  return row?.fileKey ?? null
}

/** Attaches unused images to a comment; false when one belongs to another person or is used. */
export async function attachImages(
  tx: Tx,
  owner: Owner,
  commentId: string,
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return true
  const attached = await tx
    .update(images)
    .set({ commentId })
    .where(and(isUnusedOf(owner), inArray(images.id, [...ids])))
    .returning({ id: images.id })
  return attached.length === ids.length
}

/** Answers the key of its file; null when there is no such unused image of the owner's. */
export async function deleteUnused(tx: Tx, owner: Owner, id: string): Promise<string | null> {
  const [row] = await tx
    .delete(images)
    .where(and(isUnusedOf(owner), eq(images.id, id)))
    .returning({ fileKey: images.fileKey })
  return row?.fileKey ?? null
}

/** Answers the keys of the files of everything that was uploaded in an organization. */
export async function deleteImagesOf(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx
    .delete(images)
    .where(eq(images.organizationId, organizationId))
    .returning({ fileKey: images.fileKey })
  return rows.map(({ fileKey }) => fileKey)
}

/** Answers the keys of files that no comment had taken up before that time. */
export async function deleteUnusedBefore(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .delete(images)
    .where(and(isNull(images.commentId), lt(images.createdAt, before)))
    .returning({ fileKey: images.fileKey })
  return rows.map(({ fileKey }) => fileKey)
}
