import { parseField, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { DEG_RAD, ZERO_CELSIUS_K } from '#contract/domain/units.ts'
import type { ChosenSeries } from './pane.ts'

export const DEFAULT_FIELDS = ['sog', 'rog', 'impact_1', 'in_eco_speed_ratio._30s'] as const

/** Colour slots of common series, the same in every plot; other series take the free slots in order. */
const OWN_SLOT: Readonly<Record<string, number>> = { sog: 0, rog: 1, impact: 6, 'in_eco_speed_ratio._30s': 3 }
const COLOURS = 12
/**
 * Above slot 6 colours are hard to distinguish, so lines are dashed; above slot 12 colours repeat with another dash.
 */
const DASHES = [
  [6, 3],
  [2, 3],
  [8, 3, 2, 3],
]
const dashOf = (slot: number) => (slot < 6 ? [] : (DASHES[(slot + Math.floor(slot / COLOURS)) % 3] ?? []))

/** Units for the reader, by series key or by unit of the API. */
const SHOWN: Readonly<Record<string, Pick<ChosenSeries, 'unit' | 'factor' | 'offset'>>> = {
  ratio: { unit: '%', factor: 100 },
  Pa: { unit: 'bar', factor: 1e-5 },
  K: { unit: '°C', factor: 1, offset: -ZERO_CELSIUS_K },
  'rad/s': { unit: '°/s', factor: 1 / DEG_RAD },
  code: { unit: '', factor: 1 },
  // A coordinate is not a direction, so it has a pane of its own.
  latitude: { unit: '°N', factor: 1 },
  longitude: { unit: '°E', factor: 1 },
}

export type Slots = ReadonlyMap<string, number>

/** Colour slot of each field. A field that had a slot keeps it when others are removed. */
export function slotsOf(fields: readonly string[], before: Slots = new Map()): Slots {
  const slots = new Map([...before].filter(([field]) => fields.includes(field)))
  const taken = new Set(slots.values())
  for (const field of fields) {
    const parsed = parseField(field)
    if (!parsed || slots.has(field)) continue
    const own = OWN_SLOT[parsed.key]
    const slot = own !== undefined && !taken.has(own) ? own : freeSlot(taken)
    slots.set(field, slot)
    taken.add(slot)
  }
  return slots
}

/**
 * Fields as series of a plot, in the colours of their slots. Fields that the catalogue does not contain are left out.
 */
export function chosenSeries(
  fields: readonly string[],
  labelOf: (field: string) => string,
  slots: Slots = slotsOf(fields),
): ChosenSeries[] {
  return fields.flatMap((field): ChosenSeries[] => {
    const parsed = parseField(field)
    const slot = slots.get(field)
    if (!parsed || slot === undefined) return []
    const { unit, aggregation, group, kind } = SERIES[parsed.key]
    const own = OWN_SLOT[parsed.key]
    const area = group === 'Sensors' ? parsed.key === 'impact' : unit === 'ratio'
    const isState = kind === 'state'
    return [
      {
        field,
        label: labelOf(field),
        ...(SHOWN[parsed.key] ?? SHOWN[unit] ?? { unit, factor: 1 }),
        slot,
        dash: parsed.key === 'rog' ? [5, 3] : slot === own ? [] : dashOf(slot),
        area,
        // The mean of two states would be another state.
        shows: aggregation === 'max' || isState ? 'max' : 'avg',
        ...(isState ? { states: [] } : {}),
        ...(isMotion(parsed) ? { dense: true } : {}),
      },
    ]
  })
}

/**
 * True for series of a motion sensor: some devices send only bursts around impacts. The slow attitude of the bus is not
 * one.
 */
const isMotion = ({ key, instance }: { key: SeriesKey; instance: number }) =>
  /^impact/.test(key) || (/^euler/.test(key) && instance > 0)

function freeSlot(taken: ReadonlySet<number>): number {
  const reserved = new Set(Object.values(OWN_SLOT))
  for (let slot = 0; slot < COLOURS; slot++) if (!taken.has(slot) && !reserved.has(slot)) return slot
  let slot = 0
  while (taken.has(slot)) slot++
  return slot
}

/** Fields to request from the server: each series as it is shown, with the edges of its band if it has one. */
export const requestFields = (chosen: readonly ChosenSeries[]) =>
  chosen.flatMap(({ field, shows }) => {
    const type = /^(impact|euler)/.test(field) ? ('sensor' as const) : ('general' as const)
    const aggregations = shows === 'max' ? (['max'] as const) : (['avg', 'min', 'max'] as const)
    return aggregations.map((aggregation) => ({ type, field, aggregation }))
  })
