/**
 * Fails store calls and kills the process everywhere: the final results equal those of an undisturbed run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Records } from '#server/stores/relational/openRecords.ts'
import { nameOf, type Run, runAlone, someCalls } from '#server/testing/faultRuns.ts'
import { at, beginStory, type Owner } from '#server/testing/faultStory.ts'
import { testRecords } from '#server/testing/testStores.ts'
import { type TestTelemetry, testTelemetry } from '#server/testing/testTelemetry.ts'

/**
 * Number of places that fail, lose their answer or kill the process. FAULTS=all tries every place that calls a store, each in
 * turn.
 */
const TRIED = process.env.FAULTS === 'all' ? 'all' : 1
/** Trying all places takes hours. */
const LONG_MS = 7_200_000

let stores: { records: Records; telemetry: TestTelemetry }
let owner: Owner
let undisturbed: Run
beforeAll(async () => {
  stores = { records: await testRecords(), telemetry: await testTelemetry() }
  owner = await beginStory(stores.records.db)
  undisturbed = await runAlone(stores, owner, {})
}, 120_000)
afterAll(async () => {
  vi.restoreAllMocks()
  await stores.records.close()
  await stores.telemetry.close()
})

test('computes results of every kind when nothing fails', () => {
  const { computed } = undisturbed
  expect(computed.trips.map(({ startUs }) => startUs)).toEqual([at('07:05'), at('34:05')])
  expect(computed.trips.every(({ isAnalysed, weatherSource }) => isAnalysed && weatherSource)).toBe(true)
  expect(computed.aliases).toContain(at('07:05'))
  expect(computed.series.impact?.value).toHaveLength(60)
  for (const { value } of Object.values(computed.series)) expect(value.length).toBeGreaterThan(50)
  for (const all of computed.squares) expect(all.length).toBeGreaterThan(2)
  expect(computed.engines).toEqual([{ hoursS: 6295 + 3595, hoursSource: 'speed', lastUs: at('34:59:55') }])
  expect(computed.tasks).toMatchObject([
    { state: 'due', dueBy: 'hours' },
    { state: 'due', fault: { instance: 1, spn: 100, fmi: 1 } },
  ])
  expect(computed.dueWork).toEqual(['due'])
  expect(computed.state.lastUpdatedUs).toBe(at('35:29:55'))
  // All eight rules, and the engine's own fault.
  expect(new Set(computed.alerts.map(({ ruleId }) => ruleId)).size).toBe(9)
  // The mounting was turned: an impact from ahead became one from the side.
  expect(
    computed.impacts.flatMap(({ peaks }) => peaks.map(({ xG, yG }) => [xG, yG].map(Math.round))),
  ).toEqual([[0, -2]])
})

/** Imports of processing from records that make no query. */
const ASKS_NOTHING = [
  'figuresOfTrip',
  'raisedUs',
  'holdsUpToUs',
  'rowOfPartition',
  'PROCESSED_UP_TO',
  'EMPTY_STATE',
  'toVesselLive',
]
/** Formulas that only the console, downloads and reports ask. */
const FOR_OTHERS = ['previewRule.ts', 'tripBuckets.ts', 'findStages.ts', 'motionAround.ts']

test('lists every store call of processing among the calls that fail', () => {
  const here = new URL('.', import.meta.url)
  const filesOf = (folder: string) =>
    readdirSync(new URL(folder, here), { recursive: true, encoding: 'utf8' }).map((name) => folder + name)
  const files = [...filesOf('./'), ...filesOf('../formulas/'), '../../weather/weatherStep.ts'].filter(
    (name) => /(?<!test)\.ts$/.test(name) && !FOR_OTHERS.some((other) => name.endsWith(other)),
  )
  const called = files.flatMap((name) => {
    const code = readFileSync(new URL(name, here), 'utf8')
    const fromRecords = [...code.matchAll(/import \{([^}]*)\} from '#server\/records\//g)].flatMap(
      ([, names = '']) => names.split(',').map((one) => one.trim()),
    )
    const asked = [...code.matchAll(/telemetry\.(\w+\.\w+)\(/g)].map(([, one = '']) => one)
    return [...fromRecords.filter((one) => /^\w+$/.test(one) && !ASKS_NOTHING.includes(one)), ...asked]
  })
  expect(called.length).toBeGreaterThan(60)
  expect([...new Set(called)].filter((one) => !undisturbed.callers.has(one))).toEqual([])
})

test('computes the same when a store call fails and the answer to another is lost', {
  timeout: LONG_MS,
}, async () => {
  const unanswered = someCalls(undisturbed.calls, TRIED)
  for (const [i, failsAt] of someCalls(undisturbed.calls, TRIED).entries()) {
    // The list that is walked backwards pairs each place with another one.
    const failsAfter = unanswered.at(-1 - i) ?? failsAt
    const { computed } = await runAlone(stores, owner, { failsAt, failsAfter })
    expect
      .soft(computed, `${nameOf(failsAt)} fails, ${nameOf(failsAfter)} gets no answer`)
      .toEqual(undisturbed.computed)
  }
})

test('computes the same when the process dies', { timeout: LONG_MS }, async () => {
  for (const diesAt of someCalls(undisturbed.calls, TRIED)) {
    const { computed } = await runAlone(stores, owner, { diesAt })
    expect.soft(computed, `dies at ${nameOf(diesAt)}`).toEqual(undisturbed.computed)
  }
})
