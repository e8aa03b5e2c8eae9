import { expect, test } from 'vitest'
import { longitudeAt, worldPx } from '#contract/geodesy/mercator.ts'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { vessel } from '../testing/vesselCase.ts'
import { createVesselBuffer, FLOATS_PER_VESSEL, SHAPE } from './vesselBuffer.ts'
import { createVesselGroups, GROUP_REACH_PX, vesselsTogether } from './vesselGroups.ts'

const ZOOM = 13
/** Vessel this many pixels east of the middle of the map at that zoom. */
const eastPx = (px: number) => longitudeAt(0.5 + px / worldPx(ZOOM))
const moored = (id: string, px: number, more: Partial<MapVessel> = {}) =>
  vessel(id, eastPx(px), { status: 'online', sog: 0, ...more })

function grouped(fleet: readonly MapVessel[], selectedId: string | null = null, zoom = ZOOM) {
  const vessels = createVesselBuffer()
  for (const one of fleet) vessels.put(one, 0, true)
  const groups = createVesselGroups(vessels)
  groups.update(zoom, selectedId === null ? -1 : vessels.indexOf(selectedId))
  const leaderOf = (id: string) => vessels.at(groups.leaderOf(vessels.indexOf(id))).id
  const shapeAt = (id: string) => vessels.data()[vessels.indexOf(id) * FLOATS_PER_VESSEL + 11]
  const sizeOf = (id: string) => groups.sizeOf(vessels.indexOf(id))
  return { vessels, groups, leaderOf, shapeAt, sizeOf }
}

/** Repeatable random numbers from 0 to 1. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function marina(count: number): MapVessel[] {
  const next = dice(7)
  const statuses = ['online', 'offline', 'unpaired', 'unavailable', 'sailing'] as const
  return Array.from({ length: count }, (_, index) => {
    const latitudeDeg = 64 + next() * 0.02
    return moored(`v${index}`, next() * 300, {
      latitudeDeg,
      status: statuses[Math.floor(next() * 5)] ?? 'online',
    })
  })
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const next = dice(seed)
  return items
    .map((item) => ({ item, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

test('merges six vessels at one berth into one mark with their number and the worst state', () => {
  const fleet = [0, 1, 2, 3, 4, 5].map((place) =>
    moored(String(place), place * 2, place === 4 ? { status: 'offline' } : {}),
  )
  const { vessels, groups, sizeOf, shapeAt } = grouped([...fleet, moored('far', 60)])
  expect(sizeOf('0')).toBe(6)
  expect(groups.worstStatusOf(vessels.indexOf('0'))).toBe('offline')
  expect(groups.worstCountOf(vessels.indexOf('0'))).toBe(1)
  expect(fleet.map(({ id }) => shapeAt(id))).toEqual([SHAPE.absent, ...Array(5).fill(SHAPE.hidden)])
  expect(sizeOf('far')).toBe(1)
  expect(shapeAt('far')).toBe(SHAPE.still)
})

test('puts each vessel in one group near its mark, in any order of arrival', () => {
  const fleet = marina(500)
  const first = grouped(fleet)
  const total = fleet.reduce((sum, { id }) => sum + (first.leaderOf(id) === id ? first.sizeOf(id) : 0), 0)
  expect(total).toBe(fleet.length)
  for (const { id } of fleet) {
    const leader = first.leaderOf(id)
    expect(first.leaderOf(leader)).toBe(leader)
    const [own, mark] = [first.vessels.indexOf(id), first.vessels.indexOf(leader)]
    const dx = first.vessels.xAt(own, 0) - first.vessels.xAt(mark, 0)
    const dy = first.vessels.yAt(own, 0) - first.vessels.yAt(mark, 0)
    expect(Math.hypot(dx, dy) * worldPx(ZOOM)).toBeLessThanOrEqual(GROUP_REACH_PX)
  }
  for (const seed of [1, 2, 3]) {
    const other = grouped(shuffled(fleet, seed))
    expect(fleet.map(({ id }) => other.leaderOf(id))).toEqual(fleet.map(({ id }) => first.leaderOf(id)))
    expect(fleet.map(({ id }) => other.shapeAt(id))).toEqual(fleet.map(({ id }) => first.shapeAt(id)))
  }
})

test('keeps marks of vessels at rest apart by the reach of a group', () => {
  const fleet = marina(500)
  const { vessels, leaderOf } = grouped(fleet)
  const marks = fleet.filter(({ id, status }) => leaderOf(id) === id && status !== 'sailing')
  for (const [at, one] of marks.entries()) {
    for (const other of marks.slice(at + 1)) {
      const [a, b] = [vessels.indexOf(one.id), vessels.indexOf(other.id)]
      const px = Math.hypot(vessels.xAt(a, 0) - vessels.xAt(b, 0), vessels.yAt(a, 0) - vessels.yAt(b, 0))
      expect(px * worldPx(ZOOM)).toBeGreaterThan(GROUP_REACH_PX)
    }
  }
})

test('shows the selected vessel and each vessel under way as their own marks', () => {
  const fleet = [moored('a', 0), moored('b', 1, { status: 'offline' }), moored('c', 2, { status: 'sailing' })]
  const { leaderOf, sizeOf, shapeAt } = grouped(fleet, 'b')
  expect(leaderOf('a')).toBe('b')
  expect(sizeOf('b')).toBe(2)
  expect(shapeAt('b')).toBe(SHAPE.absent)
  expect(leaderOf('c')).toBe('c')
  expect(shapeAt('c')).toBe(SHAPE.underWay)
  expect(grouped([moored('a', 0, { status: 'offline' }), moored('b', 1)], 'b').shapeAt('b')).toBe(SHAPE.still)
})

test('updates a group with its vessels and the zoom, also across the edge of the map', () => {
  const { vessels, groups, sizeOf, shapeAt } = grouped([moored('a', 0), moored('b', 30)])
  expect(sizeOf('a')).toBe(1)
  groups.update(ZOOM - 2, -1)
  expect(sizeOf('a')).toBe(2)
  groups.update(ZOOM, -1)
  expect(sizeOf('a')).toBe(1)
  vessels.put(moored('b', 3), 1000, true)
  groups.update(ZOOM, -1)
  expect(sizeOf('a')).toBe(2)
  vessels.put(moored('b', 3), 2000, true)
  groups.update(ZOOM, -1)
  expect(shapeAt('b')).toBe(SHAPE.hidden)
  vessels.remove('a')
  groups.update(ZOOM, -1)
  expect(shapeAt('b')).toBe(SHAPE.still)
  const edge = [180, -179.9999].map((longitudeDeg, index) =>
    vessel(String(index), longitudeDeg, { status: 'online' }),
  )
  expect(grouped(edge).sizeOf('0')).toBe(2)
})

test('selects the group of a clicked mark and the vessels drawn on it', () => {
  const fleet = [moored('a', 0), moored('b', 3), moored('s', 5, { status: 'sailing' }), moored('far', 40)]
  const { vessels, groups } = grouped(fleet)
  const view = { centreX: 0.5, centreY: 0.26, scale: worldPx(ZOOM), width: 800, height: 600, zoom: ZOOM }
  const at = (id: string) => vesselsTogether(vessels, groups, view, vessels.indexOf(id), 0).sort()
  expect(at('b')).toEqual(['a', 'b', 's'])
  expect(at('far')).toEqual(['far'])
})
