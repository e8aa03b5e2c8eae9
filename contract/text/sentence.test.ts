import { expect, test } from 'vitest'
import { fill } from './sentence.ts'

test('fills every blank of a sentence, also when it is repeated', () => {
  expect(fill('{{name}} above {{limit}}: {{name}}', { name: 'SOG', limit: '5 kn' })).toBe(
    'SOG above 5 kn: SOG',
  )
  expect(fill('{{count}} more', { count: 0 })).toBe('0 more')
})

test('keeps signs of a value that a replacement would interpret', () => {
  expect(fill('Left {{fence}}', { fence: '$& {{x}}' })).toBe('Left $& {{x}}')
})

test('refuses a blank without a value', () => {
  expect(() => fill('Left {{fence}}', {})).toThrow('needs fence')
})
