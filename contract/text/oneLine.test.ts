import { expect, test } from 'vitest'
import { updateDeviceLabel } from '#contract/wire/vesselStatus.ts'
import { oneLine } from './oneLine.ts'

const name = oneLine().min(1, 'Name is required')

test('accepts a name as people write it', () => {
  expect(name.parse('  Þór 👩‍✈️ ')).toBe('Þór 👩‍✈️')
})

test.each(['a\0b', 'a\tb', 'a\u0007b', 'a\u2028b', 'a\u202eb'])('refuses %j', (text) => {
  expect(name.safeParse(text).success).toBe(false)
  expect(updateDeviceLabel.query?.safeParse({ label: text }).success).toBe(false)
})

test.each(['', ' ', '\u200b', '\u2060 \ufeff'])('finds no name in %j', (text) => {
  expect(name.safeParse(text).error?.issues[0]?.message).toBe('Name is required')
})
