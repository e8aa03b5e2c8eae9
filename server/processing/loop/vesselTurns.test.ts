import { expect, test } from 'vitest'
import { VesselTurns } from './vesselTurns.ts'

/** Works that say when they begin, and end when they are told to. */
function works() {
  const said: string[] = []
  const end = new Map<string, () => void>()
  const work = (name: string) => () => {
    said.push(name)
    return new Promise<string>((resolve) => end.set(name, () => resolve(name)))
  }
  return { said, work, end: (name: string) => end.get(name)?.() }
}

test('runs works on one vessel one after another, and on others beside them', async () => {
  const turns = new VesselTurns()
  const { said, work, end } = works()
  const first = turns.take(1, work('first'))
  const second = turns.take(1, work('second'))
  const other = turns.take(2, work('other'))
  await Promise.resolve()
  expect(said).toEqual(['first', 'other'])
  end('first')
  expect(await first).toBe('first')
  end('other')
  await other
  expect(said).toEqual(['first', 'other', 'second'])
  end('second')
  expect(await second).toBe('second')
})

test('goes on after a work that failed', async () => {
  const turns = new VesselTurns()
  const failing = turns.take(1, () => Promise.reject(new Error('no')))
  const next = turns.take(1, () => Promise.resolve('next'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})
