import { beforeEach, expect, test, vi } from 'vitest'
import { forgetMaps, mapMemory, type Seen } from './mapMemory.ts'

const seenAt = (latitudeDeg: number): Seen => ({
  ...{
    view: { latitudeDeg, longitudeDeg: -22, zoom: 9 },
    width: 800,
    height: 600,
    look: 'light',
    picture: 'data:,',
  },
})

beforeEach(() => localStorage.clear())

test('recalls the view that the user left', () => {
  mapMemory('Helga', 'left').remember(seenAt(64))
  mapMemory('Helga', 'left').remember(seenAt(65))
  expect(mapMemory('Helga', 'left').recall()).toEqual(seenAt(65))
})

test('keeps the view where the map began until it begins elsewhere', () => {
  const memory = mapMemory('Helga', 'begun')
  memory.remember(seenAt(60))
  expect(memory.recall()).toBeNull()
  memory.beginsAt({ latitudeDeg: 64, longitudeDeg: -22, zoom: 9 })
  memory.remember(seenAt(64.0001))
  memory.remember(seenAt(66))
  expect(memory.recall()).toEqual(seenAt(64.0001))
  expect(mapMemory('Helga', 'left').recall()).toEqual(seenAt(66))
})

test('hides the view of one person from another', () => {
  mapMemory('Helga', 'left').remember(seenAt(64))
  expect(mapMemory('Jón', 'left').recall()).toBeNull()
  forgetMaps()
  expect(mapMemory('Helga', 'left').recall()).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test('recalls nothing when the view cannot be stored or read', () => {
  const memory = mapMemory('Helga', 'left')
  memory.remember(seenAt(64))
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  memory.remember(seenAt(65))
  full.mockRestore()
  expect(memory.recall()).toBeNull()
  localStorage.setItem('map-as-left', '{"person":"Helga"')
  expect(memory.recall()).toBeNull()
})
