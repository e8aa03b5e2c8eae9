import { fieldName, parseField, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import type { SeriesGroup } from '#contract/domain/seriesRows.ts'

/** Most series in one plot: more could not be distinguished. */
export const MOST_SERIES = 20

interface FieldChoice {
  key: SeriesKey
  group: SeriesGroup
  /** One option for each engine, battery or sensor; instance 0 is the vessel as a whole. */
  options: readonly { field: string; instance: number }[]
  /** False when the series has no data. */
  hasData: boolean
}

const KEYS = Object.keys(SERIES) as SeriesKey[]

/**
 * All series of the catalogue, with the instances that have data or are chosen. Until the available fields are
 * loaded, instance 1 stands for all instances.
 */
export function fieldChoices(
  available: readonly string[] | undefined,
  chosen: readonly string[],
): FieldChoice[] {
  const found = instancesByKey(available ?? [])
  const shown = instancesByKey([...(available ?? []), ...chosen])
  // Few boats have so many switches, so these are offered only when a boat has them.
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
