import { type ListFilter, type ListQuery, valuesOf } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { parseUuid } from './listSql.ts'
import { narrowScope } from './narrowScope.ts'
import type { Scope } from './scope.ts'

/**
 * Limits a list to the departments of a `department_id` filter and those below. The list itself applies the
 * other filters.
 */
export async function listScope(
  db: Db | Tx,
  scope: Scope,
  query: ListQuery,
): Promise<{ scope: Scope; query: ListQuery }> {
  let narrowed = scope
  for (const filter of query.filter.filter(isByDepartment))
    narrowed = await narrowScope(db, narrowed, valuesOf(filter).map(parseUuid))
  return { scope: narrowed, query: { ...query, filter: query.filter.filter((one) => !isByDepartment(one)) } }
}

const isByDepartment = ({ field, operator }: ListFilter) =>
  field === 'department_id' && (operator === 'eq' || operator === 'in')
