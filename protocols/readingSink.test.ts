import { expect, test } from 'vitest'
import { ReadingSink } from './readingSink.ts'

test('lists a hundred kinds of refusals of a message, and counts the others together', () => {
  const sink = new ReadingSink('n2k')
  for (let round = 0; round < 2; round++)
    for (let kind = 0; kind < 150; kind++) sink.reject('malformed', `kind ${kind}`)
  const { rejected } = sink.take()
  expect(rejected).toHaveLength(101)
  expect(rejected.at(-1)).toEqual({ reason: 'malformed', detail: 'and others', count: 100 })
})
