import { expect, test } from 'vitest'
import { DEFAULT_NOTIFICATIONS, RuleNotifications, type ThresholdDefinition } from '#contract/wire/rule.ts'
import type { RuleContent, RuleVersion } from '#server/records/ruleHistory.ts'
import { type RuleHistory, ruleSegments, versionAt } from './ruleSegments.ts'

const definition = (value: number, fences: string[] = []): ThresholdDefinition => ({
  geofences: { enabled: fences.length > 0, ids: fences, area_operation: 'inside' },
  logic: { and: [{ variable: { type: 'instant', field: 'sog' }, operation: 'more_than', value }] },
})
/** Versions in order, each with its changes and its start (ms). */
function versionsOf(
  changes: readonly (readonly [fromMs: number, change: Partial<RuleContent>])[],
): RuleVersion[] {
  let content: RuleContent = {
    ...{ type: 'threshold', severity: 'warning', departmentId: 'fleet', enabled: true, message: null },
    ...{ definition: definition(10), vessels: { apply_to_all: true, ids: [] } },
    notifications: RuleNotifications.parse(DEFAULT_NOTIFICATIONS),
  }
  return changes.map(([fromMs, change], i) => {
    content = { ...content, ...change }
    const untilMs = changes[i + 1]?.[0] ?? null
    return { subjectId: 'rule', version: i + 1, fromMs, untilMs, content }
  })
}
const history = (change: Partial<RuleHistory>): RuleHistory => ({
  ...{ rules: [], fences: [], vessels: [], ...change },
  parentOf: new Map([
    ['fleet', null],
    ['harbour', 'fleet'],
    ['pilots', 'fleet'],
  ]),
})
const BOAT = { id: 'boat', departmentId: 'harbour' }
const EVER = Number.POSITIVE_INFINITY
const inMs = (us: number) => us / 1000
/** Start and end of each segment, ms, and its limit in kn. */
const evaluated = (given: Partial<RuleHistory>) =>
  ruleSegments(history(given), BOAT).map(({ fromUs, untilUs, rule }) => [
    ...[inMs(fromUs), inMs(untilUs)],
    (rule.conditions[0]?.condition ?? { value: Number.NaN }).value,
  ])

test('evaluates each time by the version of the rule that was valid then', () => {
  const rules = versionsOf([
    [1000, {}],
    [2000, { definition: definition(20) }],
    [3000, { enabled: false }],
    [4000, { enabled: true, definition: definition(30) }],
  ])
  expect(evaluated({ rules })).toEqual([
    [1000, 2000, 10],
    [2000, 3000, 20],
    [4000, EVER, 30],
  ])
})

test('keeps one segment with the words of each time when words change, and starts another when severity changes', () => {
  const rules = versionsOf([
    [1000, {}],
    [2000, { message: 'Slow down' }],
    [3000, { severity: 'critical' }],
  ])
  const segments = ruleSegments(history({ rules }), BOAT)
  expect(segments.map(({ fromUs, untilUs }) => [inMs(fromUs), inMs(untilUs)])).toEqual([
    [1000, 3000],
    [3000, EVER],
  ])
  const [first] = segments
  expect(first && [1500, 2500].map((ms) => versionAt(first, ms * 1000)?.content.message)).toEqual([
    null,
    'Slow down',
  ])
})

test('evaluates a rule of a department while the boat is in it or below it', () => {
  const place = (departmentId: string, version: number, fromMs: number, untilMs: number | null) => ({
    ...{ subjectId: 'boat', version, fromMs, untilMs },
    content: { departmentId },
  })
  const vessels = [
    place('harbour', 1, 500, 2000),
    place('pilots', 2, 2000, 3000),
    place('harbour', 3, 3000, null),
  ]
  const below = versionsOf([[1000, { departmentId: 'harbour' }]])
  expect(evaluated({ rules: below, vessels })).toEqual([
    [1000, 2000, 10],
    [3000, EVER, 10],
  ])
  expect(evaluated({ rules: versionsOf([[1000, {}]]), vessels })).toEqual([[1000, EVER, 10]])
})

test('skips boats that are excluded or not listed', () => {
  const only = (vessels: RuleContent['vessels'] & { excluded_ids?: string[] }) =>
    evaluated({ rules: versionsOf([[1000, { vessels }]]) })
  expect(only({ apply_to_all: true, ids: [], excluded_ids: ['boat'] })).toEqual([])
  expect(only({ apply_to_all: false, ids: ['other'] })).toEqual([])
  expect(only({ apply_to_all: false, ids: ['boat'] })).toHaveLength(1)
})

test('uses the shape of a fence at each moment, and evaluates nothing once the fence is deleted', () => {
  const fence = (version: number, fromMs: number, untilMs: number | null, radiusM: number) => ({
    ...{ subjectId: 'fence', version, fromMs, untilMs },
    content: {
      ...{ name: 'Harbour', type: 'circle', radiusM, coordinates: [{ latitudeDeg: 0, longitudeDeg: 0 }] },
      ...{ departmentId: 'fleet', isHarbor: false },
    },
  })
  const fences = [fence(1, 500, 2000, 100), fence(2, 2000, null, 200)]
  const rules = versionsOf([[1000, { definition: definition(10, ['fence']) }]])
  const [segment] = ruleSegments(history({ rules, fences }), BOAT)
  expect(
    segment?.fences.map(({ fromUs, untilUs, geometry }) => [inMs(fromUs), inMs(untilUs), geometry.radiusM]),
  ).toEqual([
    [500, 2000, 100],
    [2000, EVER, 200],
  ])
  expect(ruleSegments(history({ rules }), BOAT)).toEqual([])
})
