import { beforeEach, expect, test, vi } from 'vitest'
import { MOST_PINS, pinBoard } from './pins.ts'

const trip = (id: string) => ({ id, company_id: 'one', vessel_id: 'v', captain_id: null })
const ids = (board: ReturnType<typeof pinBoard>) => board.pins().map(({ id }) => id)

beforeEach(() => localStorage.clear())

test('pins and unpins a trip, with the newest pin first', () => {
  const board = pinBoard('one')
  expect(board.toggle(trip('a'), 1)).toBe('pinned')
  expect(board.toggle(trip('b'), 2)).toBe('pinned')
  expect(board.pins()[0]).toEqual({ ...trip('b'), pin_timestamp: 2 })
  expect(ids(board)).toEqual(['b', 'a'])
  expect(board.toggle(trip('a'), 3)).toBe('unpinned')
  expect(ids(board)).toEqual(['b'])
})

test('refuses the thirty-first pin until another is removed', () => {
  const board = pinBoard('one')
  for (let pin = 0; pin < MOST_PINS; pin++) board.toggle(trip(`t${pin}`), pin)
  const before = board.pins()
  expect(board.toggle(trip('one-more'), 99)).toBe('full')
  expect(board.pins()).toBe(before)
  expect(board.toggle(trip('t29'), 100)).toBe('unpinned')
  expect(board.toggle(trip('one-more'), 101)).toBe('pinned')
  expect(ids(board)).toHaveLength(30)
})

test('keeps separate pins for each organization', () => {
  pinBoard('one').toggle(trip('a'), 1)
  expect(ids(pinBoard('two'))).toEqual([])
  pinBoard('two').clear()
  expect(ids(pinBoard('one'))).toEqual(['a'])
})

test('removes pins by id, and all at once', () => {
  const board = pinBoard('one')
  for (const id of ['a', 'b', 'c']) board.toggle(trip(id), 1)
  board.forget(['a', 'c', 'unknown'])
  expect(ids(board)).toEqual(['b'])
  board.clear()
  expect(ids(board)).toEqual([])
})

test('notifies watchers of changes in this window and in others, until they stop watching', () => {
  const board = pinBoard('one')
  const listener = vi.fn()
  const leave = board.watch(listener)
  pinBoard('one').toggle(trip('a'), 1)
  expect(listener).toHaveBeenCalledTimes(1)
  localStorage.setItem('pinned-trips:one', '[]')
  dispatchEvent(new StorageEvent('storage', { key: 'pinned-trips:one' }))
  expect(listener).toHaveBeenCalledTimes(2)
  expect(ids(board)).toEqual([])
  leave()
  board.toggle(trip('b'), 2)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('reads invalid storage as no pins, and more than thirty as thirty', () => {
  const board = pinBoard('one')
  for (const stored of ['{', '{"id":"a"}', 'null', '[1,null,{"id":2}]']) {
    localStorage.setItem('pinned-trips:one', stored)
    expect(ids(board), stored).toEqual([])
  }
  localStorage.setItem(
    'pinned-trips:one',
    JSON.stringify(Array.from({ length: 40 }, (_, i) => trip(`t${i}`))),
  )
  expect(ids(board)).toHaveLength(30)
})
