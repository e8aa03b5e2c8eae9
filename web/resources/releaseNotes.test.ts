import { expect, test } from 'vitest'
import { CONSOLE_VERSION } from '#contract/version.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { RELEASES } from './releaseNotes.ts'

test('the newest notes are about this version, the oldest about 1.5.0', () => {
  expect(CONSOLE_VERSION).toBe(packageJson.version)
  expect(RELEASES[0]?.version).toBe(CONSOLE_VERSION)
  expect(RELEASES.at(-1)?.version).toBe('1.5.0')
})

test('versions and dates go down together', () => {
  const order = RELEASES.map(({ version, date }) => {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    return { rank: major * 1000 + minor, date }
  })
  for (const [index, note] of order.entries()) {
    const older = order[index + 1]
    if (!older) continue
    expect(note.rank).toBeGreaterThan(older.rank)
    expect(note.date > older.date).toBe(true)
  }
})
