/** `npm run tool pack-aboard`: one plain JavaScript file for the boat, as a package that npm can install. */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { CONSOLE_VERSION } from '#contract/domain/version.ts'

const NAME = 'taffrail-aboard'
/** Node lets the heap grow far beyond its need before it clears it; the numbers are megabytes. */
const SMALL_HEAP = '--max-semi-space-size=2 --max-old-space-size=96'
const top = join(import.meta.dirname, '../..')
const target = resolve(process.argv[2] ?? '.')
const folder = mkdtempSync(join(tmpdir(), 'pack-aboard-'))

try {
  await build({
    configFile: false,
    root: top,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'taffrailAboard.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      // Without white space the text needs half the memory, and stacks still name functions.
      minify: false,
      rolldownOptions: {
        output: {
          format: 'es',
          entryFileNames: `${NAME}.js`,
          codeSplitting: false,
          minify: { compress: false, mangle: false, codegen: true },
        },
      },
    },
  })
  const file = join(folder, `${NAME}.js`)
  writeFileSync(file, `#!/usr/bin/env -S node ${SMALL_HEAP}\n${readFileSync(file, 'utf8')}`)
  chmodSync(file, 0o755)
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(
      {
        name: NAME,
        version: CONSOLE_VERSION,
        description: 'Keeps what the instruments of a boat send on disk, and brings it ashore to Taffrail',
        license: 'Apache-2.0',
        type: 'module',
        bin: { [NAME]: `${NAME}.js` },
        files: [`${NAME}.js`],
        engines: { node: '>=20' },
      },
      null,
      2,
    )}\n`,
  )
  copyFileSync(join(top, 'docs/aboard.md'), join(folder, 'README.md'))
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(top, name), join(folder, name))
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: folder })
  console.log(join(target, packed.toString().trim()))
} finally {
  rmSync(folder, { recursive: true })
}
