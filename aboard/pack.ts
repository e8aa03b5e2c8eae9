/**
 * `npm run tool pack-aboard FOLDER`: the programs for the boat, each one plain JavaScript file in a package that npm installs,
 * and a second one that `loadDecoders` loads. The names have no version, so that the address of a package stays the same.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { CONSOLE_VERSION } from '#contract/domain/version.ts'

interface Package {
  name: string
  /** Below this folder. */
  source: string
  file: string
  format: 'es' | 'cjs'
  manifest: object
}

const PACKAGES: readonly Package[] = [
  {
    ...{ name: 'taffrail-aboard', source: 'program/taffrailAboard.ts', format: 'es' },
    file: 'taffrail-aboard.js',
    manifest: {
      description: 'Keeps what the instruments of a boat send on disk, and brings it ashore to Taffrail',
      type: 'module',
      bin: { 'taffrail-aboard': 'taffrail-aboard.js' },
    },
  },
  {
    // Signal K servers load plugins by `require`.
    ...{ name: 'signalk-taffrail', source: 'signalk/plugin.ts', format: 'cjs' },
    file: 'index.cjs',
    manifest: {
      description: 'Keeps what a Signal K server receives on disk, and brings it ashore to Taffrail',
      main: 'index.cjs',
      keywords: ['signalk-node-server-plugin', 'signalk-category-cloud'],
      signalk: { displayName: 'Taffrail' },
    },
  },
]

/** Node lets the heap grow far beyond its need before it clears it; the numbers are megabytes. */
const SMALL_HEAP = '--max-semi-space-size=2 --max-old-space-size=96'
const NODE = { node: '>=20' }
const DECODERS = 'decoders.cjs'
const top = join(import.meta.dirname, '..')
const target = resolve(process.argv[2] ?? '.')
mkdirSync(target, { recursive: true })
for (const one of PACKAGES) console.log(await pack(one))

async function pack({ name, source, file, format, manifest }: Package): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pack-aboard-'))
  try {
    await bundle(folder, source, file, format)
    await bundle(folder, 'wholeDecoders.ts', DECODERS, 'cjs')
    if ('bin' in manifest) {
      writeFileSync(
        join(folder, file),
        `#!/usr/bin/env -S node ${SMALL_HEAP}\n${readFileSync(join(folder, file), 'utf8')}`,
      )
      chmodSync(join(folder, file), 0o755)
    }
    const usual = {
      ...{ name, version: CONSOLE_VERSION, license: 'Apache-2.0', engines: NODE },
      files: [file, DECODERS],
      imports: { '#aboard/wholeDecoders.ts': `./${DECODERS}` },
    }
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...usual, ...manifest }, null, 2)}\n`)
    copyFileSync(join(top, 'docs/aboard.md'), join(folder, 'README.md'))
    for (const other of ['LICENSE', 'NOTICE']) copyFileSync(join(top, other), join(folder, other))
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: folder })
    const path = join(target, `${name}.tgz`)
    copyFileSync(join(folder, packed.toString().trim()), path)
    return path
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes one file with everything that a source needs. */
async function bundle(folder: string, source: string, file: string, format: Package['format']) {
  await build({
    configFile: false,
    root: top,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, source),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      // Without white space the text needs half the memory, and stacks still name functions.
      minify: false,
      rolldownOptions: {
        output: {
          ...{ format, entryFileNames: file, codeSplitting: false },
          minify: { compress: false, mangle: false, codegen: true },
        },
      },
    },
  })
}
