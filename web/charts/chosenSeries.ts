import { parseField, SERIES } from '#contract/series.ts'
import type { ChosenSeries } from './lane.ts'

export const DEFAULT_FIELDS = ['sog', 'rog', 'impact_1', 'in_eco_speed_ratio._30s'] as const

/** Slots that the usual series keep in every chart; the others take what is free in the order they were chosen. */
const OWN_SLOT: Readonly<Record<string, number>> = { sog: 0, rog: 1, impact: 6, 'in_eco_speed_ratio._30s': 3 }
const SLOTS = 12
/** From slot 7 on colour alone no longer tells series apart. */
const DASHES = [
  [6, 3],
  [2, 3],
  [8, 3, 2, 3],
]

/** Fields as series of a chart, with the colour each keeps. Fields that the catalogue does not know are left out. */
export function chosenSeries(fields: readonly string[], labelOf: (field: string) => string): ChosenSeries[] {
  const taken = new Set<number>()
  return fields.flatMap((field): ChosenSeries[] => {
    const parsed = parseField(field)
    if (!parsed) return []
    const { unit, aggregation, group } = SERIES[parsed.key]
    const own = OWN_SLOT[parsed.key]
    const slot = own !== undefined && !taken.has(own) ? own : freeSlot(taken)
    taken.add(slot)
    const isShare = unit === 'ratio'
    const area = group === 'Sensors' ? parsed.key === 'impact' : isShare
    return [
      {
        field,
        label: labelOf(field),
        unit: isShare ? '%' : unit,
        factor: isShare ? 100 : 1,
        slot,
        dash: parsed.key === 'rog' ? [5, 3] : slot >= 6 && own === undefined ? (DASHES[slot % 3] ?? []) : [],
        area,
        shows: aggregation === 'max' ? 'max' : 'avg',
      },
    ]
  })
}

function freeSlot(taken: ReadonlySet<number>): number {
  const reserved = new Set(Object.values(OWN_SLOT))
  for (let slot = 0; slot < SLOTS; slot++) if (!taken.has(slot) && !reserved.has(slot)) return slot
  for (let slot = 0; slot < SLOTS; slot++) if (!taken.has(slot)) return slot
  return taken.size % SLOTS
}

/** What to ask the server for: each series as it is shown, and the edges of its band where it has one. */
export const requestFields = (chosen: readonly ChosenSeries[]) =>
  chosen.flatMap(({ field, shows }) => {
    const type = /^(impact|euler)/.test(field) ? ('sensor' as const) : ('general' as const)
    const aggregations = shows === 'max' ? (['max'] as const) : (['avg', 'min', 'max'] as const)
    return aggregations.map((aggregation) => ({ type, field, aggregation }))
  })
