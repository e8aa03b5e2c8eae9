import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Language } from '#contract/text/language.ts'
import { plainLetters } from '#contract/text/plainLetters.ts'
import { type ListFilter, type ListQuery, valuesOf } from '#contract/wire/list.ts'
import * as contract from '#contract/wire/rule.ts'
import { ruleSentence } from '#contract/words/ruleSentence.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { departments, geofences, rules } from '#server/stores/relational/schema.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { columnsOf, filterSql, paging, parseUuid } from './listSql.ts'
import { inScope, type Scope } from './scope.ts'
import { beginVersion, endVersions } from './versions.ts'

const COLUMNS = columnsOf(contract.listRules, {
  orders: {
    type: rules.type,
    severity: rules.severity,
    enabled: rules.enabled,
    created_at: rules.createdAt,
  },
  filters: {
    id: rules.id,
    type: rules.type,
    severity: rules.severity,
    enabled: rules.enabled,
    message: rules.message,
    vessel_id: { column: sql`true`, parse: (text) => appliesTo(parseUuid(text)) },
    geofence_id: { column: sql`true`, parse: (text) => concerns(parseUuid(text)) },
  },
})

export type RuleRecord = Awaited<ReturnType<typeof listRules>>['rows'][number]

export async function listRules(db: Db | Tx, scope: Scope, query: ListQuery) {
  const { terms, rest } = sought(query)
  const where = and(
    inScope(scope, rules),
    ...filterSql(rest, COLUMNS),
    terms.length > 0 ? await containing(db, scope, terms, query.language) : undefined,
  )
  const { order, after, next } = paging(query, COLUMNS, rules.id)
  const rows = await db
    .select({ rule: rules, department: { id: departments.id, name: departments.name } })
    .from(rules)
    .innerJoin(departments, eq(departments.id, rules.departmentId))
    .where(and(where, after))
    .orderBy(...order)
    .offset(query.skip)
    .limit(query.limit)
  const [counted] = await db.select({ total: count() }).from(rules).where(where)
  const ids = rows.map(({ rule }) => rule.id)
  return { rows, total: counted?.total ?? 0, next_cursor: await next(db, ids) }
}

function sought(query: ListQuery) {
  const isWords = ({ field }: ListFilter) => field === 'text'
  const terms = query.filter
    .filter(isWords)
    .flatMap(valuesOf)
    .map((term) => term.slice(0, LONGEST_TERM))
  return { terms, rest: { ...query, filter: query.filter.filter((one) => !isWords(one)) } }
}
const LONGEST_TERM = 200

/** Rules whose localized text contains every search term, ignoring case and accents. */
async function containing(db: Db | Tx, scope: Scope, terms: readonly string[], language: Language = 'en') {
  const { id, type, message, definition } = rules
  const all = await db.select({ id, type, message, definition }).from(rules).where(inScope(scope, rules))
  const named = await db
    .select({ id: geofences.id, name: geofences.name })
    .from(geofences)
    .where(inScope(scope, geofences))
  const words = {
    speech: alertSpeech(language),
    missing: '',
    fences: new Map(named.map((fence) => [fence.id, fence.name])),
  }
  const wanted = terms.map(plainLetters)
  const found = all.filter((rule) => {
    const watched = ruleSentence(rule as Pick<contract.RuleForm, 'type' | 'definition'>, words)
    const text = plainLetters(`${rule.message ?? ''} ${watched}`)
    return wanted.every((term) => text.includes(term))
  })
  return inArray(
    rules.id,
    found.map((rule) => rule.id),
  )
}

/** With a lock, no other transaction changes the rule until this one ends. */
export async function findRule(db: Db | Tx, scope: Scope, id: string, { lock = false } = {}) {
  const found = db
    .select({ rule: rules, department: { id: departments.id, name: departments.name } })
    .from(rules)
    .innerJoin(departments, eq(departments.id, rules.departmentId))
    .where(and(inScope(scope, rules), eq(rules.id, id)))
  const [row] = await (lock ? found.for('update', { of: rules }) : found)
  return row ?? null
}

export async function insertRule(tx: Tx, rule: typeof rules.$inferInsert): Promise<string> {
  const [row] = await tx.insert(rules).values(rule).returning()
  if (!row) throw new Error('the rule was not inserted')
  await saveVersion(tx, row, row.createdAt)
  return row.id
}

/** False where it is not of that version any more. */
export async function updateRule(
  tx: Tx,
  { id, version }: { id: string; version: number },
  change: Partial<Omit<typeof rules.$inferInsert, 'id' | 'organizationId' | 'version'>>,
): Promise<boolean> {
  const [row] = await tx
    .update(rules)
    .set({ ...change, version: version + 1 })
    .where(and(eq(rules.id, id), eq(rules.version, version)))
    .returning()
  if (row) await saveVersion(tx, row, new Date())
  return row !== undefined
}

export async function deleteRule(tx: Tx, id: string): Promise<void> {
  await tx.delete(rules).where(eq(rules.id, id))
  await endVersions(tx, 'rule', [id], new Date())
}

function saveVersion(tx: Tx, row: typeof rules.$inferSelect, at: Date) {
  const { id: subjectId, organizationId, departmentId, type, severity, enabled, message } = row
  const { definition, vessels, notifications } = row
  const content = { departmentId, type, severity, enabled, message, definition, vessels, notifications }
  return beginVersion(tx, 'rule', { subjectId, organizationId, content }, at)
}

/**
 * Matches rules that name this vessel, and rules for all vessels of its department or one above that do not
 * exclude it.
 */
function appliesTo(vesselId: string): SQL {
  const above = sql`(
    with recursive above as (
      select d.id, d.parent_id from departments d join vessels v on v.department_id = d.id where v.id = ${vesselId}
      union all select d.id, d.parent_id from departments d join above on above.parent_id = d.id
    ) select id from above
  )`
  return sql`(
    (${rules.vessels}->>'apply_to_all')::boolean and ${rules.departmentId} in ${above}
      and not ${rules.vessels} @> ${JSON.stringify({ excluded_ids: [vesselId] })}::jsonb
    or ${rules.vessels} @> ${JSON.stringify({ ids: [vesselId] })}::jsonb
  )`
}

/** Deletes the caller's visible rules about this geofence; returns their number. */
export async function deleteRulesOf(tx: Tx, scope: Scope, geofenceId: string, ids: string[]) {
  const gone = await tx
    .delete(rules)
    .where(and(inScope(scope, rules), inArray(rules.id, ids), concerns(geofenceId)))
    .returning({ id: rules.id })
  const goneIds = gone.map(({ id }) => id)
  await endVersions(tx, 'rule', goneIds, new Date())
  return gone.length
}

/** Enabled rules about this geofence and no other existing one, in any scope; locked. */
export const rulesOfAlone = (tx: Tx, organizationId: string, geofenceId: string) =>
  tx
    .select()
    .from(rules)
    .where(
      and(
        eq(rules.organizationId, organizationId),
        eq(rules.enabled, true),
        concerns(geofenceId),
        sql`coalesce((${rules.definition}->'geofences'->>'enabled')::boolean, true)`,
        sql`not exists (
          select 1 from ${geofences} other
          where other.id <> ${geofenceId} and ${rules.definition}->'geofences'->'ids' ? other.id::text
        )`,
      ),
    )
    .orderBy(rules.id)
    .for('update')

/** True of rules that a geofence belongs to, as their subject or as the place they are limited to. */
function concerns(geofenceId: string): SQL {
  return sql`(${rules.definition} @> ${JSON.stringify({ geofences: { ids: [geofenceId] } })}::jsonb)`
}
