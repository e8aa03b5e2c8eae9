import { expect, test } from 'vitest'
import type { Alert } from '#contract/wire/alert.ts'
import { createLinkedCursor } from '../../../plots/linkedCursor.ts'
import { createAlertFocus } from './alertFocus.ts'

const alert = (id: string, second: number) =>
  ({ id, trigger_time: `2026-06-18T09:00:0${second}.000Z` }) as Alert
const [first, second] = [alert('a', 1), alert('b', 2)]
const timeOf = ({ trigger_time }: Alert) => Date.parse(trigger_time)

test('moves the linked cursor to a hovered alert, and back when the pointer leaves', () => {
  const cursor = createLinkedCursor()
  const focus = createAlertFocus(cursor)
  focus.hover(first, 'list')
  expect(focus.get()).toEqual({ alert: first, by: 'list', pressed: false })
  expect(cursor.timeMs()).toBe(timeOf(first))
  focus.hover(null, 'list')
  expect(focus.get()).toBeNull()
  expect(cursor.timeMs()).toBeNull()
})

test('returns to the pressed alert when the pointer leaves another, until it is pressed again', () => {
  const cursor = createLinkedCursor()
  const focus = createAlertFocus(cursor, (alert) => cursor.rest(timeOf(alert)))
  focus.press(first, 'map')
  expect(cursor.timeMs()).toBe(timeOf(first))
  focus.hover(second, 'list')
  expect(cursor.timeMs()).toBe(timeOf(second))
  expect(focus.get()?.alert).toBe(second)
  focus.hover(null, 'list')
  expect(focus.get()).toEqual({ alert: first, by: 'map', pressed: true })
  expect(cursor.timeMs()).toBe(timeOf(first))
  focus.press(first, 'map')
  expect(focus.get()).toBeNull()
})

test('notifies each subscriber once per change', () => {
  const focus = createAlertFocus(createLinkedCursor())
  let calls = 0
  const leave = focus.subscribe(() => calls++)
  focus.hover(first, 'list')
  focus.hover(first, 'list')
  expect(calls).toBe(1)
  leave()
  focus.hover(null, 'list')
  expect(calls).toBe(1)
})

test('releases a pressed alert when the moment moves away from it, and not while it is pressed', () => {
  const focus = createAlertFocus(createLinkedCursor(), () => focus.movedTo(0))
  focus.press(second, 'list')
  focus.movedTo(timeOf(second) + 400)
  expect(focus.get()?.alert).toBe(second)
  focus.hover(first, 'list')
  focus.movedTo(timeOf(second) + 1000)
  expect(focus.get()?.alert).toBe(first)
  focus.hover(null, 'list')
  expect(focus.get()).toBeNull()
})
