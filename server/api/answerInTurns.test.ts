import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkAnswer, writeAnswer } from './answerInTurns.ts'
import { answerWithoutNoise } from './withoutNoise.ts'

const Point = z.object({ time: z.number(), value: z.number().nullable() })
const Answer = z.object({
  data: z.array(
    z.object({ field: z.string(), note: z.string().optional(), series: z.array(Point).describe('Points.') }),
  ),
  ids: z.array(z.number()),
  counts: z.record(z.string(), z.array(z.number())),
  total: z.int().optional(),
})
const points = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ time: i, value: i % 7 ? i * 0.1 : null, more: 'dropped' }))
/** Short and long series beside each other, and long arrays in parts that are checked as a whole. */
const answer = () => ({
  data: [
    { field: 'a', series: points(3) },
    { field: 'b', series: points(2003), note: 'é "quoted"' },
    { field: 'c', series: points(0) },
  ],
  ids: Array.from({ length: 1501 }, (_, i) => i * 0.3),
  counts: { one: Array.from({ length: 700 }, (_, i) => i * 0.7) },
  unknown: true,
})

test('checks and writes a long answer as it does a short one', async () => {
  const checked = await checkAnswer(Answer, answer())
  expect(checked).toEqual(answerWithoutNoise(Answer.parse(answer())))
  expect(Object.hasOwn(checked as object, 'total')).toBe(false)
  expect(await writeAnswer(checked)).toBe(JSON.stringify(checked))
  const mixed = [...points(501), { later: undefined, series: points(600) }]
  expect(await writeAnswer(mixed)).toBe(JSON.stringify(mixed))
})

test('refuses a long answer with one wrong value, and arrays of a wrong length', async () => {
  const wrong = answer()
  wrong.data[1]?.series.push({ time: Number.NaN, value: 1, more: '' })
  await expect(checkAnswer(Answer, wrong)).rejects.toThrow('time')
  const few = z.object({ ids: z.array(z.number()).max(1000) })
  await expect(checkAnswer(few, answer())).rejects.toThrow('1000')
})

test('lets others work between the slices of a long answer', async () => {
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const slow = z.object({ all: z.array(z.number().refine(() => spend(0.05))) })
  const all = Array.from({ length: 2000 }, (_, i) => i)
  await writeAnswer(await checkAnswer(slow, { all }))
  clearImmediate(counting)
  expect(turns).toBeGreaterThanOrEqual(3)
})

function spend(ms: number): true {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
  return true
}
