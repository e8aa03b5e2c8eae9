import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE_FOLDERS = [
  'contract',
  'protocols',
  'simulator',
  'aboard',
  'basemap',
  'server',
  'web',
  'clients',
  'e2e',
  'bench',
  'deploy',
]
const TEXT = /\.(ts|tsx|cjs|mjs|json|sql|html|css|ya?ml|conf|service)$/
/** Largest size of ARCHITECTURE.md in bytes: a quarter of an hour of reading. */
const MOST_BYTES = 14_000
const MOST_WORDS = 20

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => !path.includes('node_modules') && statSync(path).isFile())

const atTop = readdirSync('.').filter((name) => statSync(name).isFile())
const sources = [...SOURCE_FOLDERS.flatMap(filesIn), ...atTop]
const documents = [...atTop, ...filesIn('docs'), ...SOURCE_FOLDERS.flatMap(filesIn)].filter(
  (path) => path.endsWith('.md') && path !== 'CHANGELOG.md',
)

const isCode = (path: string) =>
  TEXT.test(path) && path !== 'documents.test.ts' && !path.startsWith('package-lock')
const words = new Set(
  sources.filter(isCode).flatMap((path) => readFileSync(path, 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []),
)

const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')
const spansOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)

/** Names of other products, and the placeholder of a file's name. */
const FOREIGN = ['is_readonly', 'entriesAware']
const isPlaceholder = (span: string) => /(^|\/)x\./.test(span)

/** `camelCase` and `UPPER_CASE`; a plain word may be a command, a value or a file. Numbered names are examples. */
const identifiersOf = (span: string) =>
  /[/{: ]/.test(span) || filesOf(span).length > 0
    ? []
    : (span.replace(/'[^']*'/g, '').match(/[A-Za-z_$][\w$]*/g) ?? []).filter(
        (word) => /[a-z][A-Z]|_/.test(word) && !/_\d*$/.test(word) && !FOREIGN.includes(word),
      )

/** Paths with the name of a file, from the top or from some folder on. */
const filesOf = (span: string) =>
  /^[\w./-]+\.(ts|tsx|cjs|sql|html)$/.test(span) && !isPlaceholder(span) ? [span] : []
const isFile = (path: string) =>
  existsSync(path) || sources.some((source) => source.endsWith(`/${path}`) || source.endsWith(`.${path}`))

const isFolder = (span: string) =>
  new RegExp(`^(${SOURCE_FOLDERS.join('|')})/[\\w/-]+$`).test(span) && !span.includes('//')

test('names no identifier, file or folder in a document that the source does not have', () => {
  const unknown = documents.flatMap((path) =>
    spansOf(readFileSync(path, 'utf8')).flatMap((span) =>
      [
        ...identifiersOf(span).filter((word) => !words.has(word)),
        ...filesOf(span).filter((file) => !isFile(file)),
        ...(isFolder(span) && !existsSync(span) ? [span] : []),
      ].map((name) => `${path}: ${name}`),
    ),
  )
  expect(unknown).toEqual([])
  expect(documents).toContain('docs/architecture/storage.md')
  expect(identifiersOf("decoderFor('n2k')")).toEqual(['decoderFor'])
  expect(filesOf('cluster/leases.ts').map(isFile)).toEqual([true])
  expect(filesOf('cluster/lease.ts').map(isFile)).toEqual([false])
})

test('links in documents lead to files and headings that exist', () => {
  const broken = documents.flatMap((path) =>
    [...withoutBlocks(readFileSync(path, 'utf8')).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].flatMap(
      ([, link = '']) => {
        const [file = '', anchor] = link.split('#')
        const target = file ? join(dirname(path), file) : path
        // The host has pages above the repository.
        const isThere =
          target.startsWith('..') ||
          (existsSync(target) && (!anchor || anchorsOf(readFileSync(target, 'utf8')).includes(anchor)))
        return isThere ? [] : [`${path}: ${link}`]
      },
    ),
  )
  expect(broken).toEqual([])
})

const anchorsOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('ARCHITECTURE and its glossary stay short', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8')
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES)
  const [, glossary = ''] = text.split('\n## Glossary')
  const rows =
    glossary
      .split('\n## ', 1)
      .join()
      .match(/^- \*\*/gm) ?? []
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThanOrEqual(MOST_WORDS)
})

test('the list of decisions has each file', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8')
  const listed = [...list.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file]) => file)
  const files = readdirSync('docs/decisions').filter((file) => file !== 'README.md')
  expect(listed.sort()).toEqual(files.sort())
})
