/**
 * `npm run bench -- --against COMMIT [NAME…] [--turns 3] [--full]`: runs the benches of this version and of another one in
 * turn, each with its own files, and prints the ratio of every number of every line that both print: ours divided by
 * the other's. The other version is checked out and built in a folder beside this one, which stays for the next time;
 * `git worktree remove` removes it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareLines, figureLines } from './figureLines.ts'
import { loadPerCore, print } from './figures.ts'
import { MEASUREMENTS } from './measurements.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { turns: { type: 'string', default: '3' }, full: { type: 'boolean', default: false } },
})
const [revision, ...names] = positionals
if (!revision) throw new Error('Say which commit: npm run bench -- --against COMMIT')
const own = process.cwd()
const commit = git('rev-parse', '--short=12', `${revision}^{commit}`)
const other = join(own, '..', `taffrail-${commit}`)
prepare()

for (const name of names.length > 0 ? names : MEASUREMENTS) {
  console.log(`\n== ${name}`)
  if (![own, other].every((folder) => existsSync(join(folder, 'bench', `${name}.ts`)))) {
    console.log('only one of the versions has it')
    continue
  }
  const runs: [Map<string, string>[], Map<string, string>[]] = [[], []]
  for (let turn = 0; turn < Number(values.turns); turn++)
    for (const [i, folder] of [own, other].entries()) runs[i]?.push(measure(folder, name))
  const { ratios, onlyOwn, onlyOther } = compareLines(...runs)
  for (const line of ratios)
    print(
      line.name,
      `${line.ratios.map((ratio) => ratio?.toFixed(2) ?? '-').join(', ')} (${line.own.join(', ')} against ` +
        `${line.other.join(', ')}), load ${loadPerCore().toFixed(1)}`,
    )
  for (const line of onlyOwn) print(line, `only here, not in ${commit}`)
  for (const line of onlyOther) print(line, `only in ${commit}`)
}

/** A failed bench has missed a goal; the lines printed before count. */
function measure(folder: string, name: string): Map<string, string> {
  const args = [`bench/${name}.ts`, ...(values.full ? ['--full'] : [])]
  const { stdout } = spawnSync(process.execPath, args, {
    ...{ cwd: folder, encoding: 'utf8', maxBuffer: 1e8 },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return figureLines(stdout ?? '')
}

/** Packages are linked from here where both versions have the same ones, otherwise installed. */
function prepare() {
  if (!existsSync(other)) git('worktree', 'add', '--detach', other, commit)
  if (!existsSync(join(other, 'node_modules'))) {
    const [ours, theirs] = [own, other].map((folder) =>
      readFileSync(join(folder, 'package-lock.json'), 'utf8'),
    )
    if (ours === theirs) execFileSync('cp', ['-al', 'node_modules', join(other, 'node_modules')])
    else execFileSync('npm', ['ci'], { cwd: other, stdio: 'inherit' })
  }
  if (!existsSync(join(other, 'dist')))
    execFileSync('npm', ['run', 'build'], { cwd: other, stdio: 'inherit' })
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
