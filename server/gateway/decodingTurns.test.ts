import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DecodingTurns } from './decodingTurns.ts'

const LARGE = 100_000
const SMALL = 200
const newConnection = () => ({ lastTurn: null })
const always = () => Promise.resolve()

test('decodes a small message before a hundred large ones of other connections', async () => {
  const turns = new DecodingTurns(always)
  const order: string[] = []
  const large = Array.from({ length: 100 }, async () => {
    await turns.wait(newConnection(), LARGE)
    order.push('large')
  })
  await nextTurn()
  await turns.wait(newConnection(), SMALL)
  order.push('small')
  await Promise.all(large)
  expect(order.indexOf('small')).toBeLessThan(3)
})

test('decodes no large message without room, but small ones', async () => {
  const { promise: room, resolve: makeRoom } = Promise.withResolvers<void>()
  const turns = new DecodingTurns(() => room)
  let decoded = 0
  const large = turns.wait(newConnection(), LARGE).then(() => decoded++)
  for (let i = 0; i < 10; i++) await nextTurn()
  await turns.wait(newConnection(), SMALL)
  expect(decoded).toBe(0)
  makeRoom()
  await large
  expect(decoded).toBe(1)
})

test('keeps the order of each connection', async () => {
  const message = fc.record({ connection: fc.nat(3), isLarge: fc.boolean(), turnsLater: fc.nat(2) })
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 40 }), async (messages) => {
      const turns = new DecodingTurns(always)
      const connections = Array.from({ length: 4 }, newConnection)
      const decoded: number[][] = connections.map(() => [])
      const taken: Promise<void>[] = []
      for (const [i, { connection, isLarge, turnsLater }] of messages.entries()) {
        const wait = turns.wait(connections[connection] ?? newConnection(), isLarge ? LARGE : SMALL)
        taken.push(wait.then(() => void decoded[connection]?.push(i)))
        for (let turn = 0; turn < turnsLater; turn++) await nextTurn()
      }
      await Promise.all(taken)
      for (const own of decoded) expect(own).toEqual([...own].sort((a, b) => a - b))
      expect(decoded.flat()).toHaveLength(messages.length)
    }),
    { numRuns: 60 },
  )
})
