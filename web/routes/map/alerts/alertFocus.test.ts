import { expect, test } from 'vitest'
import type { Alert } from '#contract/wire/alert.ts'
import { createLinkedCursor } from '../../../plots/linkedCursor.ts'
import { createAlertFocus } from './alertFocus.ts'

const alert = (id: string, second: number) =>
  ({ id, trigger_time: `2026-06-18T09:00:0${second}.000Z` }) as Alert
const [first, second] = [alert('a', 1), alert('b', 2)]
const timeOf = ({ trigger_time }: Alert) => Date.parse(trigger_time)

test('a hovered alert takes the linked cursor to its moment and leaves with the pointer', () => {
  const cursor = createLinkedCursor()
  const focus = createAlertFocus(cursor)
  focus.hover(first, 'list')
  expect(focus.get()).toEqual({ alert: first, by: 'list', pressed: false })
  expect(cursor.timeMs()).toBe(timeOf(first))
  focus.hover(null, 'list')
  expect(focus.get()).toBeNull()
  expect(cursor.timeMs()).toBeNull()
})

test('a pressed alert is meant again when the pointer leaves another one, until it is pressed again', () => {
  const cursor = createLinkedCursor()
  const focus = createAlertFocus(cursor)
  focus.press(first, 'map')
  focus.hover(second, 'list')
  expect(focus.get()?.alert).toBe(second)
  focus.hover(null, 'list')
  expect(focus.get()).toEqual({ alert: first, by: 'map', pressed: true })
  expect(cursor.timeMs()).toBe(timeOf(first))
  focus.press(first, 'map')
  expect(focus.get()).toBeNull()
})

test('whoever watches hears of each change once', () => {
  const focus = createAlertFocus(createLinkedCursor())
  let heard = 0
  const leave = focus.subscribe(() => heard++)
  focus.hover(first, 'list')
  focus.hover(first, 'list')
  expect(heard).toBe(1)
  leave()
  focus.hover(null, 'list')
  expect(heard).toBe(1)
})
