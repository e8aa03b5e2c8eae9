import { expect, test } from 'vitest'
import {
  addChart,
  changeChart,
  dropFields,
  emptyStudio,
  keepStudio,
  removeChart,
  type Studio,
  togglePreset,
} from './studio.ts'

const fieldsOf = ({ charts }: Studio) => charts.map(({ fields }) => fields)
const first = ({ charts }: Studio) => charts[0]?.id ?? ''

test('begins with one empty plot and always keeps one', () => {
  const studio = emptyStudio()
  expect(fieldsOf(studio)).toEqual([[]])
  const more = addChart(changeChart(studio, first(studio), { fields: ['sog'] }))
  expect(fieldsOf(more)).toEqual([['sog'], []])
  const less = removeChart(more, first(more))
  expect(fieldsOf(less)).toEqual([[]])
  expect(fieldsOf(removeChart(less, first(less)))).toEqual([[]])
})

test('shows a preset, removes it when chosen again, and deselects it when its plots change', () => {
  const { charts } = changeChart(emptyStudio(), 'none', {})
  const preset = { id: 'p', name: 'Speeds', charts: charts.map((chart) => ({ ...chart, fields: ['sog'] })) }
  const shown = togglePreset(emptyStudio(), preset)
  expect([fieldsOf(shown), shown.presetId]).toEqual([[['sog']], 'p'])
  expect(fieldsOf(togglePreset(shown, preset))).toEqual([[]])
  expect(changeChart(shown, first(shown), { fields: ['sog', 'rog'] }).presetId).toBeNull()
  const without = dropFields(shown, first(shown), ['sog'])
  expect([fieldsOf(without), without.presetId]).toEqual([[[]], 'p'])
})

test('remembers the last thirty arranged trips', () => {
  let kept: Record<string, Studio> = {}
  for (let trip = 0; trip < 31; trip++) kept = keepStudio(kept, `trip ${trip}`, emptyStudio())
  kept = keepStudio(kept, 'trip 1', emptyStudio())
  kept = keepStudio(kept, 'trip 31', emptyStudio())
  expect(Object.keys(kept)).toHaveLength(30)
  expect(kept['trip 1']).toBeDefined()
  expect(kept['trip 2']).toBeUndefined()
})
