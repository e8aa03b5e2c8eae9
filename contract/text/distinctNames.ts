import { plainLetters } from './plainLetters.ts'

interface Named {
  id: string
  name: string
}

/**
 * Names by id, all different. Things with the same name get their department added, and a number where that is not
 * enough: `Hafdís · Genova`, `Hafdís · Genova (2)`. Numbers follow the ids, so they are the same in every list of the
 * same things.
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
