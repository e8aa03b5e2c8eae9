import { expect, test } from 'vitest'
import { createLinkedCursor } from './linkedCursor.ts'

test('leaves all listeners at the last time when one of them sets another', () => {
  const cursor = createLinkedCursor()
  const received: (number | null)[] = []
  cursor.subscribe((timeMs) => timeMs === null && cursor.set(5, 'replay'))
  cursor.subscribe((timeMs) => received.push(timeMs))
  cursor.set(3, 'chart')
  cursor.set(null, 'chart')
  expect(received).toEqual([3, 5])
  expect(cursor.timeMs()).toBe(5)
})

test('shows the time at the pointer, and the resting time once the pointer has left', () => {
  const cursor = createLinkedCursor()
  const shown: (number | null)[] = []
  cursor.subscribe((timeMs) => shown.push(timeMs))
  cursor.set(5, 'chart')
  cursor.set(null, 'chart')
  cursor.rest(7)
  cursor.set(9, 'map')
  cursor.set(null, 'map')
  expect(shown).toEqual([5, null, 7, 9, 7])
})
test('shows a resting time that moves, also under a pointer that stands still', () => {
  const cursor = createLinkedCursor()
  cursor.rest(7)
  cursor.set(9, 'map')
  cursor.rest(8)
  expect(cursor.timeMs()).toBe(8)
  cursor.rest(null)
  expect(cursor.timeMs()).toBeNull()
})
