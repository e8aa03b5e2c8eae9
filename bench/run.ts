/**
 * `npm run bench [-- --full]`: runs every measurement, one after the other, because each needs the whole machine. The
 * gate form takes under five minutes. bench/README.md has figures to compare with.
 */
import { spawnSync } from 'node:child_process'

const MEASUREMENTS = [
  'telemetry',
  'gateway',
  'impactReport',
  'analysis',
  'rules',
  'rulePreview',
  'outbox',
  'statistics',
  'reports',
  'fairShare',
  'faults',
  'simulator',
  'webMap',
  'webCharts',
  'tripPage',
  'tripMap',
] as const
const startedMs = performance.now()
let failed = 0

for (const name of MEASUREMENTS) {
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, [`bench/${name}.ts`, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  if (status !== 0) failed++
}
console.log(`\n${Math.round((performance.now() - startedMs) / 1000)} s in all`)
process.exit(failed)
