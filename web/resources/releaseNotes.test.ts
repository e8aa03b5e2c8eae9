import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONSOLE_VERSION } from '#contract/domain/version.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { loadNews } from './loadResources.ts'
import { RELEASES, type Release } from './releaseNotes.ts'

test('has newest notes about this version', () => {
  expect(CONSOLE_VERSION).toBe(packageJson.version)
  expect(RELEASES[0]?.version).toBe(CONSOLE_VERSION)
})

test('sorts versions and dates from newest to oldest', () => {
  const all: readonly Release[] = RELEASES
  const order = all.map(({ version, date }) => {
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

test("matches CHANGELOG.md with the console's notes", async () => {
  const english = await loadNews('en')
  const sections = RELEASES.map(({ version, date }) => {
    const { title, description, features } = english.releases[version]
    const lines = features.map((line) => `- ${line}`)
    return [`## ${version}: ${title} (${date})`, description, lines.join('\n')].join('\n\n')
  })
  const changelog = readFileSync('CHANGELOG.md', 'utf8').replace(FORMER_NAME, '')
  expect(changelog).toBe(`# Changelog\n\n${sections.join('\n\n')}\n`)
})

/** Only the changelog has the product's former name. */
const FORMER_NAME = /^The product is called Taffrail;.*\n\n/m
