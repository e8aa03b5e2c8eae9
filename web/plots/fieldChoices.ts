import { fieldName, parseField, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import type { SeriesGroup } from '#contract/domain/seriesRows.ts'

/** More series than this in one chart would not be told apart. */
export const MOST_SERIES = 20

interface FieldChoice {
  key: SeriesKey
  group: SeriesGroup
  /** One for each engine, battery or sensor that is known; instance 0 is the vessel as a whole. */
  options: readonly { field: string; instance: number }[]
  /** False where it is known that there is nothing to see. */
  hasData: boolean
}

const KEYS = Object.keys(SERIES) as SeriesKey[]

/**
 * The whole catalogue with the instances of which there are data, or that are chosen already. While nothing is known
 * of it, the first one stands for what a vessel may have several of.
 */
export function fieldChoices(
  available: readonly string[] | undefined,
  chosen: readonly string[],
): FieldChoice[] {
  const found = instancesByKey(available ?? [])
  const shown = instancesByKey([...(available ?? []), ...chosen])
  // Few boats have so many switches: they are offered where there are some.
  return KEYS.filter((key) => key !== 'further_switch' || shown.has(key)).map((key) => {
    const instances = [...(shown.get(key) ?? [SERIES[key].instances ? 1 : 0])].sort((a, b) => a - b)
    return {
      key,
      group: SERIES[key].group,
      options: instances.map((instance) => ({ field: fieldName(key, instance), instance })),
      hasData: available === undefined || found.has(key),
    }
  })
}

function instancesByKey(fields: readonly string[]): Map<SeriesKey, Set<number>> {
  const byKey = new Map<SeriesKey, Set<number>>()
  for (const field of fields) {
    const parsed = parseField(field)
    if (parsed) byKey.set(parsed.key, (byKey.get(parsed.key) ?? new Set()).add(parsed.instance))
  }
  return byKey
}
