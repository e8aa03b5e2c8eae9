import { expect, test } from 'vitest'
import type { VesselStatus } from '#contract/domain/vesselStatuses.ts'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { vesselsMatching } from './vesselsMatching.ts'

const vessel = (name: string, status: VesselStatus, last_updated: number | null = null) =>
  ({ name, status, last_updated }) as MapVessel
const fleet = [vessel('Sæfari', 'sailing'), vessel('Hafdís', 'offline'), vessel('Njála', 'unpaired')]
const names = (...rest: Parameters<typeof vesselsMatching>) =>
  vesselsMatching(...rest).map(({ name }) => name)

test('hides unpaired vessels that have a history too', () => {
  expect(names([vessel('Imported', 'unpaired', 1000)], {}, false)).toEqual([])
  expect(names([vessel('Imported', 'unpaired', 1000)], {}, true)).toEqual(['Imported'])
})

test('hides unpaired vessels unless the person asks for them', () => {
  expect(names(fleet, {}, false)).toEqual(['Sæfari', 'Hafdís'])
  expect(names(fleet, {}, true)).toEqual(['Sæfari', 'Hafdís', 'Njála'])
  expect(names(fleet, { status: 'unpaired' }, false)).toEqual(['Njála'])
})

test('finds a name by a part of it, ignoring accents', () => {
  expect(names(fleet, { q: 'SAEF' }, false)).toEqual(['Sæfari'])
  expect(names(fleet, { q: 'hafdis' }, false)).toEqual(['Hafdís'])
  expect(names(fleet, { q: 'a', status: 'offline' }, false)).toEqual(['Hafdís'])
})
