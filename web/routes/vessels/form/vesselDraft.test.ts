import { expect, test } from 'vitest'
import { VESSEL_KINDS, VesselForm } from '#contract/wire/vessel.ts'
import { newVessel, typicalOf } from './vesselDraft.ts'

const DEPARTMENT = '10000000-0000-4000-8000-000000000001'

test.each(VESSEL_KINDS)('fills in everything that a new %s needs beside her name', (kind) => {
  const draft = { ...newVessel(DEPARTMENT), kind }
  const filled = { ...draft, ...typicalOf(kind, draft), name: 'Njála' }
  expect(VesselForm.safeParse(filled).error).toBeUndefined()
})

test('replaces the measures of the kind before, and keeps what the user entered', () => {
  const draft = newVessel(DEPARTMENT)
  const rib = { ...draft, ...typicalOf('rib', draft), kind: 'rib' as const, length: 8 }
  const ferry = { ...rib, ...typicalOf('ferry', rib), kind: 'ferry' as const }
  expect(ferry).toMatchObject({ length: 8, beam_overall: 8.5, top_speed: 22 })
})
