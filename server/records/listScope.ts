import { type ListFilter, type ListQuery, valuesOf } from '#contract/wire/list.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { parseUuid } from './listSql.ts'
import { narrowScope } from './narrowScope.ts'
import type { Scope } from './scope.ts'

/**
 * A filter on `department_id` narrows what a list looks at to these departments and what is below them; the rest of
 * the query is left to the list.
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
