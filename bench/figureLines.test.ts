import { expect, test } from 'vitest'
import { compareLines, figureLines } from './figureLines.ts'

const printed = (name: string, figure: string) => `${name.padEnd(62)} ${figure}`

test('reads the lines of print and lines with a colon, and nothing else', () => {
  const text = [
    '== gateway',
    printed('message to acknowledgement', 'p50 1,164.5 ms, p99 298 ms'),
    printed('1,000 devices, one message of 170 bytes a second each', '37 % of a core'),
    '1000 vessels: 5.6 ms an update, share 0.42',
    printed('a peer', 'skipped: not installed'),
    'of the other half all stayed',
    '',
  ].join('\n')
  expect([...figureLines(text)]).toEqual([
    ['message to acknowledgement', 'p50 1,164.5 ms, p99 298 ms'],
    ['1,000 devices, one message of 170 bytes a second each', '37 % of a core'],
    ['1000 vessels', '5.6 ms an update, share 0.42'],
  ])
})

test('divides the medians number by number', () => {
  const own = ['p50 10 ms, 0 lost', 'p50 30 ms, 0 lost', 'p50 20 ms, 0 lost'].map(
    (one) => new Map([['ack', one]]),
  )
  const other = ['p50 40 ms, 0 lost', 'p50 40 ms, 0 lost', 'p50 90 ms, 0 lost'].map(
    (one) => new Map([['ack', one]]),
  )
  expect(compareLines(own, other)).toEqual({
    ratios: [{ name: 'ack', own: [20, 0], other: [40, 0], ratios: [0.5, null] }],
    onlyOwn: [],
    onlyOther: [],
  })
})

test('gives no ratio when the lines have different numbers of numbers', () => {
  const { ratios } = compareLines([new Map([['ack', '3 ms, 4 MB']])], [new Map([['ack', '3 ms']])])
  expect(ratios).toMatchObject([{ ratios: [null, null] }])
})

test('names lines without a partner', () => {
  const { onlyOwn, onlyOther } = compareLines([new Map([['new', '3 ms']])], [new Map([['old', '4 ms']])])
  expect({ onlyOwn, onlyOther }).toEqual({ onlyOwn: ['new'], onlyOther: ['old'] })
})
