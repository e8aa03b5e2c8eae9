/**
 * `npm run bench [-- --full]`: runs every measurement, one after the other, because each needs the whole machine. The
 * gate form takes under five minutes. bench/README.md has figures to compare with. `--peers` compares with other
 * programs instead (`peers.ts`), `--against COMMIT` with another version (`against.ts`).
 */
import { spawnSync } from 'node:child_process'
import { MEASUREMENTS } from './measurements.ts'

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--peers') process.exit(run('peers', rest))
if (mode === '--against') process.exit(run('against', rest))

const startedMs = performance.now()
let failed = 0

for (const name of MEASUREMENTS) {
  console.log(`\n== ${name}`)
  if (run(name, process.argv.slice(2)) !== 0) failed++
}
console.log(`\n${Math.round((performance.now() - startedMs) / 1000)} s in all`)
process.exit(failed)

function run(name: string, args: readonly string[]): number {
  const { status } = spawnSync(process.execPath, [`bench/${name}.ts`, ...args], { stdio: 'inherit' })
  return status ?? 1
}
