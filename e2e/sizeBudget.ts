/**
 * What a browser must load before it can show something, as the server sends it: run after a build, prints the weights
 * and fails when one is over its budget.
 */
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

const KIB = 1024
const BUDGETS = [
  { what: 'sign-in', entries: ['index.html', 'routes/signin/SignInPage.tsx'], maxBytes: 190 * KIB },
  {
    what: 'shell before its page',
    entries: ['index.html', 'routes/shell/Shell.tsx', 'i18n/en.json'],
    // The words of every page come with it.
    maxBytes: 268 * KIB,
  },
]
/** Of the font's files a page in one of the console's languages loads this one only: it holds all their letters. */
const FONT = /inter-latin-wght-normal.*\.woff2$/

const dist = process.argv[2] ?? fileURLToPath(new URL('../dist/', import.meta.url))
const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>

let isOver = false
for (const { what, entries, maxBytes } of BUDGETS) {
  const files = new Set(['index.html', ...entries.flatMap((entry) => filesOf(entry))])
  const bytes = [...files].reduce((sum, file) => sum + weigh(file), 0)
  isOver ||= bytes > maxBytes
  const verdict = bytes > maxBytes ? 'OVER' : 'ok'
  process.stdout.write(
    `${what}: ${(bytes / KIB).toFixed(1)} of ${maxBytes / KIB} KiB in ${files.size} files, ${verdict}\n`,
  )
  if (process.argv.includes('--files') || bytes > maxBytes) {
    const weighed = [...files].map((file) => ({ file, bytes: weigh(file) })).sort((a, b) => b.bytes - a.bytes)
    for (const { file, bytes } of weighed) {
      process.stdout.write(`  ${(bytes / KIB).toFixed(1).padStart(7)} ${file}\n`)
    }
  }
}
process.exitCode = isOver ? 1 : 0

function filesOf(entry: string, seen = new Set<string>()): string[] {
  const chunk = manifest[entry]
  if (!chunk) throw new Error(`the build has no ${entry}`)
  if (seen.has(entry)) return []
  seen.add(entry)
  const fonts = (chunk.assets ?? []).filter((file) => FONT.test(file))
  const own = [chunk.file, ...(chunk.css ?? []), ...fonts].filter((file) => !file.endsWith('.html'))
  return [...own, ...(chunk.imports ?? []).flatMap((imported) => filesOf(imported, seen))]
}

/** What goes over the wire: the build lays a compressed twin beside every text; fonts are compressed by themselves. */
function weigh(file: string): number {
  const path = `${dist}/${file}`
  return statSync(file.endsWith('.woff2') ? path : `${path}.br`).size
}
