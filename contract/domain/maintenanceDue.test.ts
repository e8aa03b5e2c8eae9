import { expect, test } from 'vitest'
import { addMonths, dueOf, type TaskPlan, type TaskUse } from './maintenanceDue.ts'
import { DAY_MS } from './time.ts'

const NOW = Date.UTC(2026, 5, 15)
const plan = (given: Partial<TaskPlan>): TaskPlan => ({
  ...{ everyHoursS: null, everyMonths: null, everyM: null, dueOnMs: null },
  ...{ baseMs: NOW - 30 * DAY_MS, baseHoursS: 1000 * 3600 },
  ...given,
})
const use = (given: Partial<TaskUse> = {}): TaskUse => ({
  ...{ hoursS: 1082 * 3600, paceS: 2 * 3600, usedM: 100_000, paceM: 5000 },
  ...given,
})

test('tells the date from the hours that are left and the pace of the boat', () => {
  expect(dueOf(plan({ everyHoursS: 100 * 3600 }), use(), NOW)).toEqual({
    ...{ state: 'soon', dueMs: NOW + 9 * DAY_MS, dueBy: 'hours', leftHoursS: 18 * 3600, leftM: null },
  })
})

test('takes whichever comes first', () => {
  const both = plan({ everyHoursS: 1000 * 3600, everyMonths: 12, everyM: 500_000 })
  expect(dueOf(both, use(), NOW)).toMatchObject({ dueBy: 'miles', dueMs: NOW + 80 * DAY_MS, state: 'ok' })
  expect(dueOf(both, use({ paceM: 10 }), NOW)).toMatchObject({ dueBy: 'months', state: 'ok' })
})

test('is due when one limit is exceeded, however far the others are', () => {
  const exceeded = plan({ everyHoursS: 80 * 3600, everyMonths: 12 })
  expect(dueOf(exceeded, use(), NOW)).toMatchObject({ state: 'due', dueBy: 'hours', dueMs: NOW - DAY_MS })
  expect(dueOf(exceeded, use({ paceS: null }), NOW)).toMatchObject({ state: 'due', dueMs: NOW })
  expect(dueOf(plan({ dueOnMs: NOW - DAY_MS }), use(), NOW)).toMatchObject({ state: 'due', dueBy: 'date' })
})

test('is due soon in the last tenth, also of a boat that does not run', () => {
  const left = plan({ everyHoursS: 90 * 3600 })
  expect(dueOf(left, use({ paceS: 0 }), NOW)).toMatchObject({ state: 'soon', dueMs: null })
  expect(dueOf(plan({ everyMonths: 1 }), use(), NOW)).toMatchObject({ state: 'soon' })
})

test('tells nothing without hours, and nothing decades ahead', () => {
  expect(dueOf(plan({ everyHoursS: 100 * 3600 }), use({ hoursS: null }), NOW)).toEqual({
    ...{ state: 'ok', dueMs: null, dueBy: null, leftHoursS: null, leftM: null },
  })
  expect(dueOf(plan({ everyHoursS: 1000 * 3600 }), use({ paceS: 60 }), NOW).dueMs).toBeNull()
})

test('adds months by the calendar', () => {
  expect(addMonths(Date.UTC(2026, 0, 31), 1)).toBe(Date.UTC(2026, 1, 28))
  expect(addMonths(Date.UTC(2027, 10, 30), 3)).toBe(Date.UTC(2028, 1, 29))
  expect(addMonths(Date.UTC(2026, 4, 15), 12)).toBe(Date.UTC(2027, 4, 15))
})
