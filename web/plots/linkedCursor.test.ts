import { expect, test } from 'vitest'
import { createLinkedCursor } from './linkedCursor.ts'

test('leaves all listeners at the last time when one of them sets another', () => {
  const cursor = createLinkedCursor()
  const received: (number | null)[] = []
  cursor.subscribe((timeMs) => timeMs === null && cursor.set(5))
  cursor.subscribe((timeMs) => received.push(timeMs))
  cursor.set(3)
  cursor.set(null)
  expect(received).toEqual([3, 5])
  expect(cursor.timeMs()).toBe(5)
})

test('shows the time at the pointer, and the resting time once the pointer has left', () => {
  const cursor = createLinkedCursor()
  const shown: (number | null)[] = []
  cursor.subscribe((timeMs) => shown.push(timeMs))
  cursor.set(5)
  cursor.set(null)
  cursor.rest(7)
  cursor.set(9)
  cursor.set(null)
  expect(shown).toEqual([5, null, 7, 9, 7])
})
test('shows a resting time that moves, also under a pointer that stands still', () => {
  const cursor = createLinkedCursor()
  cursor.rest(7)
  cursor.set(9)
  cursor.rest(8)
  expect(cursor.timeMs()).toBe(8)
  cursor.rest(null)
  expect(cursor.timeMs()).toBeNull()
})
