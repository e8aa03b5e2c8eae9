/** Past states of rules, fences and the places of vessels: history is judged by the rules in force then. */
import { and, asc, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { type Versioned, versions } from '#server/stores/relational/schema.ts'

type Kind = keyof Versioned

/** In force from the first moment on until just before the second. */
export interface Version<T> {
  subjectId: string
  version: number
  fromMs: number
  /** Null while it is in force. */
  untilMs: number | null
  content: T
}

/** Ends the present version of the subject and begins another with its new content, unless both are equal. */
export async function beginVersion<K extends Kind>(
  tx: Tx,
  kind: K,
  {
    subjectId,
    organizationId,
    content,
  }: { subjectId: string; organizationId: string; content: Versioned[K] },
  at: Date,
): Promise<void> {
  const [last] = await tx
    .select({
      version: versions.version,
      fromAt: versions.fromAt,
      isSame: sql<boolean>`${versions.untilAt} is null and ${versions.content} = ${JSON.stringify(content)}::jsonb`,
    })
    .from(versions)
    .where(and(eq(versions.kind, kind), eq(versions.subjectId, subjectId)))
    .orderBy(desc(versions.version))
    .limit(1)
  if (last?.isSame) return
  // The clock may have gone back, or another server's may be behind.
  const fromAt = last && last.fromAt > at ? last.fromAt : at
  await endVersions(tx, kind, [subjectId], fromAt)
  const version = (last?.version ?? 0) + 1
  await tx.insert(versions).values({ kind, subjectId, version, organizationId, content, fromAt })
}

/** Ends the versions of deleted subjects; the versions stay. */
export async function endVersions(tx: Tx, kind: Kind, subjectIds: readonly string[], at: Date) {
  if (subjectIds.length === 0) return
  await tx
    .update(versions)
    .set({ untilAt: sql`greatest(${versions.fromAt}, ${at.toISOString()}::timestamptz)` })
    .where(
      and(eq(versions.kind, kind), inArray(versions.subjectId, [...subjectIds]), isNull(versions.untilAt)),
    )
}

/** Versions of an organization that were in force at any time from one moment to another, in the order of their time. */
export async function versionsWithin<K extends Kind>(
  db: Db | Tx,
  kind: K,
  organizationId: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Version<Versioned[K]>[]> {
  const rows = await db
    .select()
    .from(versions)
    .where(
      and(
        eq(versions.organizationId, organizationId),
        eq(versions.kind, kind),
        lte(versions.fromAt, new Date(toMs)),
        or(isNull(versions.untilAt), gt(versions.untilAt, new Date(fromMs))),
      ),
    )
    .orderBy(asc(versions.fromAt), asc(versions.subjectId), asc(versions.version))
  return rows.map(({ subjectId, version, fromAt, untilAt, content }) => ({
    ...{ subjectId, version, fromMs: fromAt.getTime(), untilMs: untilAt?.getTime() ?? null },
    // Both were written together.
    content: content as Versioned[K],
  }))
}
