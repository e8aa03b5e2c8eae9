import { expect, test } from 'vitest'
import { compare } from './compare.ts'
import type { Comparison, Lines } from './comparison.ts'

const given = { full: false, peersDir: null, turns: 3 }

/** A side that measures these figures, one each turn. */
function sideOf(name: string, figures: readonly number[], answer: unknown, order: string[]) {
  let turn = 0
  return {
    async run(): Promise<Lines> {
      order.push(name)
      return { rows: { figure: figures[turn++] ?? Number.NaN, answer } }
    },
    async close() {
      order.push(`close ${name}`)
    },
  }
}

function comparisonOf(order: string[], theirs: { answer?: unknown; isMissing?: boolean } = {}): Comparison {
  return {
    ...{ name: 'rows', unit: 'rows/s', better: 'more', goal: 1 },
    ours: async () => sideOf('ours', [10, 30, 20], { rows: 5 }, order),
    peers: [
      {
        name: 'COPY',
        open: async () =>
          theirs.isMissing ? null : sideOf('COPY', [40, 10, 99], theirs.answer ?? { rows: 5 }, order),
      },
    ],
  }
}

test('runs the sides in turn and divides the medians', async () => {
  const order: string[] = []
  const { rows, skipped } = await compare(comparisonOf(order), given)
  expect(order).toEqual(['ours', 'COPY', 'ours', 'COPY', 'ours', 'COPY', 'close ours', 'close COPY'])
  expect(rows).toEqual([
    { line: 'rows', peer: 'COPY', ours: 20, theirs: 40, ratio: 0.5, reachesGoal: false, cpuS: null },
  ])
  expect(skipped).toEqual([])
})

test('gives no ratio when the answers differ', async () => {
  const { rows } = await compare(comparisonOf([], { answer: { rows: 4 } }), given)
  expect(rows).toMatchObject([{ ratio: null, reachesGoal: false }])
})

test('names a peer that is not installed and measures nothing', async () => {
  const order: string[] = []
  expect(await compare(comparisonOf(order, { isMissing: true }), given)).toEqual({
    rows: [],
    skipped: ['COPY'],
  })
  expect(order).toEqual(['close ours'])
})

test('reaches a goal for less with a smaller figure', async () => {
  const { rows } = await compare({ ...comparisonOf([]), better: 'less', goal: 0.5 }, given)
  expect(rows).toMatchObject([{ ratio: 0.5, reachesGoal: true }])
})
