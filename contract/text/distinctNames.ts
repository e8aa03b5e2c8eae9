import { plainLetters } from './plainLetters.ts'

interface Named {
  id: string
  name: string
}

/**
 * Distinct names by id. Equal names get their department, and a number if that is not enough: `Hafdís ·
 * Genova`, `Hafdís · Genova (2)`. Numbers follow the ids, so they are equal in every list of these rows.
 */
export function distinctNames<Row extends Named>(
  rows: readonly Row[],
  departmentOf: (row: Row) => string | null | undefined,
): Map<string, string> {
  const named = new Map<string, string>()
  for (const alike of Map.groupBy(rows, ({ name }) => plainLetters(name)).values()) {
    const isAlone = alike.length === 1
    const labelled = alike.map((row) => ({
      id: row.id,
      label: [row.name, isAlone ? null : departmentOf(row)].filter(Boolean).join(' · '),
    }))
    for (const same of Map.groupBy(labelled, ({ label }) => plainLetters(label)).values()) {
      const inOrder = same.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      for (const [i, { id, label }] of inOrder.entries())
        named.set(id, inOrder.length === 1 ? label : `${label} (${i + 1})`)
    }
  }
  return named
}
