import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterEach, expect, test } from 'vitest'

const folders = ['contract', 'protocols', 'simulator', 'server', 'web']
const probe = 'contract/importRulesProbe'

interface Cruise {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
}

function cruise(what: readonly string[]): Cruise['summary'] {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...what]
  const output = execFileSync('node_modules/.bin/depcruise', args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return (JSON.parse(output) as Cruise).summary
}

afterEach(() => rmSync(probe, { recursive: true, force: true }))

test('nobody imports over a fence', { timeout: 120_000 }, () => {
  const { totalCruised, violations } = cruise(folders)
  expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
  // A parser that understands nothing finds nothing wrong either.
  expect(totalCruised).toBeGreaterThan(200)
})

test('the fences see an import that breaks them', { timeout: 120_000 }, () => {
  mkdirSync(probe, { recursive: true })
  writeFileSync(
    `${probe}/probe.ts`,
    "import { readConfig } from '#server/config.ts'\nexport const probe = readConfig\n",
  )
  expect(cruise([probe]).violations.map(({ rule }) => rule.name)).toContain('contract imports only itself')
})

test('the code map of ARCHITECTURE says what the fences let through', async () => {
  const rules = createRequire(import.meta.url)('./.dependency-cruiser.cjs') as {
    forbidden: { name: string }[]
  }
  const enforced = rules.forbidden.flatMap(({ name }) => {
    const [, folder = '', allowed = ''] = /^(\S+) imports only (.*)$/.exec(name) ?? []
    if (!folder || folder === 'server') return []
    // Single files are exceptions that the map leaves out.
    const folders = allowed.split(', ').filter((one) => !one.endsWith('.ts') && one !== 'itself')
    return [[folder, folders.includes('server') ? ['everything'] : folders.map(shortName).sort()]]
  })
  const map = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^\| `([\w/]+)` +\|[^|]*\| (.+?) *\|$/gm)
  const said = [...map].map(([, folder, allowed = '']) => [
    folder,
    allowed === 'nothing' ? [] : allowed.split(', ').sort(),
  ])
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(enforced))
})

const shortName = (folder: string) => folder.split('/').at(-1) ?? ''
