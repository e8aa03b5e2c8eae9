import { expect, test } from 'vitest'
import { giveWay, noteCall } from './giveWay.ts'
import { duringWork } from './organizationAtWork.ts'

const spend = (ms: number) => {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

test('makes a turn of the event loop in long work, and none in short work', async () => {
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  await new Promise(setImmediate)
  const before = turns
  for (let n = 0; n < 3; n++) await giveWay()
  expect(turns).toBe(before)
  for (let n = 0; n < 4; n++) {
    spend(6)
    await giveWay()
  }
  clearImmediate(counting)
  expect(turns).toBeGreaterThanOrEqual(before + 2)
})

test('lets one of all that wait go on in each turn, in the order of their questions', async () => {
  const done: string[] = []
  let turn = 0
  const count = () => {
    turn++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  async function work(name: string) {
    for (let step = 0; step < 3; step++) {
      spend(6)
      await giveWay()
      done.push(`${name} ${turn}`)
    }
  }
  await Promise.all(['one', 'two', 'three'].map(work))
  clearImmediate(counting)
  const [names, turns] = [0, 1].map((part) => done.slice(1).map((each) => each.split(' ')[part]))
  expect(names).toEqual(['two', 'three', 'one', 'two', 'three', 'one', 'two', 'three'])
  expect(new Set(turns).size).toBe(turns?.length)
})

/** Works in four steps, and notes each. */
async function steps(name: string, done: string[]) {
  for (let step = 0; step < 4; step++) {
    await giveWay()
    done.push(name)
    await new Promise(setImmediate)
  }
}

test('lets a call of another organization work first, and no call of its own', async () => {
  const done: string[] = []
  const hungry = (name: string) => duringWork({ organizationId: 'one' }, () => steps(name, done))
  const call = async (organizationId: string) => {
    const end = noteCall(organizationId)
    await duringWork({ organizationId, isPrompt: true }, () => steps(organizationId, done))
    end()
  }
  await Promise.all([call('two'), hungry('job')])
  expect(done.slice(0, 5)).toEqual(['two', 'two', 'two', 'two', 'job'])
  done.length = 0
  await Promise.all([call('one'), hungry('job')])
  expect(done.slice(0, 4).toSorted()).toEqual(['job', 'job', 'one', 'one'])
})

test('waits for no call for long', async () => {
  const end = noteCall('two')
  await duringWork({ organizationId: 'one' }, giveWay)
  end()
})
