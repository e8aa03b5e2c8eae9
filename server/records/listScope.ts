import { commaList, type ListQuery } from '#contract/list.ts'
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
  for (const { operator, value } of query.filter.filter(isByDepartment)) {
    const ids = (operator === 'in' ? commaList(value) : [value]).map(parseUuid)
    narrowed = await narrowScope(db, narrowed, ids)
  }
  return { scope: narrowed, query: { ...query, filter: query.filter.filter((one) => !isByDepartment(one)) } }
}

const isByDepartment = ({ field, operator }: ListQuery['filter'][number]) =>
  field === 'department_id' && (operator === 'eq' || operator === 'in')
