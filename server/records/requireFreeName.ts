import { and, eq, isNull } from 'drizzle-orm'
import { plainLetters } from '#contract/text/plainLetters.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { departments, vessels } from '#server/stores/relational/schema.ts'
import { lockOrganization } from './organizations.ts'

const SENTENCES = {
  vessel: 'A vessel of this name exists already.',
  department: 'A department of this name exists already.',
} as const

/**
 * Throws `NAME_IN_USE` when another vessel or department of the organization has the name, ignoring case,
 * accents and repeated spaces. Locks the organization until the transaction ends, so one of two equal names
 * at once is refused. Older equal names stay, because callers check new names only.
 */
export async function requireFreeName(
  tx: Tx,
  kind: keyof typeof SENTENCES,
  { organizationId, name, ownId }: { organizationId: string; name: string; ownId?: string },
): Promise<void> {
  await lockOrganization(tx, organizationId)
  const rows =
    kind === 'vessel'
      ? await tx
          .select({ id: vessels.id, name: vessels.name })
          .from(vessels)
          .where(and(eq(vessels.organizationId, organizationId), isNull(vessels.deletedAt)))
      : await tx
          .select({ id: departments.id, name: departments.name })
          .from(departments)
          .where(eq(departments.organizationId, organizationId))
  const wanted = folded(name)
  if (rows.some((row) => row.id !== ownId && folded(row.name) === wanted))
    throw new Problem('NAME_IN_USE', SENTENCES[kind])
}

/** `Sæ  FARI` and `sae fari` are one name. */
const folded = (name: string) => plainLetters(name).replaceAll(/\s+/g, ' ').trim()
