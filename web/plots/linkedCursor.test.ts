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
