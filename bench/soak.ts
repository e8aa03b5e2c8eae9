/**
 * Runs the tests that try random faults, orders and recordings for as long as asked. Each suite runs a short share of them.
 *
 * `npm run tool soak` runs all soaks, `npm run tool soak rules 500 7` runs 500 recordings of one soak from seed 7 on.
 * Faults, takeovers, fairness and sources choose their own seeds.
 */
import { spawnSync } from 'node:child_process'

interface Soak {
  file: string
  /** Number of runs, minutes of `fuzz` or vessels of `storm`, unless another one is asked for. */
  runs: number
  environment(runs: number, seed: number): Record<string, string>
  isLive?: true
}

const LOOP = 'server/processing/loop'
const TRIPS = (runs: number, seed: number) => ({ TRIP_SEEDS: `${runs}`, TRIP_SEED: `${seed}` })
const SOAKS: Readonly<Record<string, Soak>> = {
  faults: { file: `${LOOP}/faults.db.test.ts`, runs: 1, environment: () => ({ FAULTS: 'all' }) },
  takeovers: {
    file: 'server/cluster/faults.live.test.ts',
    runs: 1,
    environment: () => ({ FAULTS: 'all' }),
    isLive: true,
  },
  rules: {
    file: `${LOOP}/ruleOrder.db.test.ts`,
    runs: 500,
    environment: (runs, seed) => ({ RULE_SEEDS: `${runs}`, RULE_SEED: `${seed}` }),
  },
  trips: { file: `${LOOP}/tripOrder.db.test.ts`, runs: 200, environment: TRIPS },
  cuts: {
    file: 'server/processing/formulas/trips/cutAnywhere.test.ts',
    runs: 700,
    environment: TRIPS,
  },
  fairness: {
    file: `${LOOP}/fairness.db.test.ts`,
    runs: 100,
    environment: (runs) => ({ FAIRNESS_RUNS: `${runs}` }),
  },
  sources: {
    file: 'server/telemetry/sourceSelection.db.test.ts',
    runs: 100,
    environment: (runs) => ({ SOURCE_RUNS: `${runs}` }),
  },
  storm: {
    file: `${LOOP}/rules.db.test.ts`,
    runs: 1000,
    environment: (runs) => ({ STORM_VESSELS: `${runs}` }),
  },
  fuzz: {
    file: 'server/fuzz.db.test.ts',
    runs: 10,
    environment: (runs, seed) => ({ FUZZ_MINUTES: `${runs}`, FUZZ_SEED: `${seed}` }),
  },
  calls: {
    file: 'server/api/attacks/fields.db.test.ts',
    runs: 200,
    environment: (runs, seed) => ({ CALL_ROUNDS: `${runs}`, CALL_SEED: `${seed}` }),
  },
  roles: {
    file: 'server/roles.live.test.ts',
    runs: 20,
    environment: (runs, seed) => ({ ROLES_KILLS: `${runs}`, ROLES_SEED: `${seed}` }),
    isLive: true,
  },
  aboard: {
    file: 'aboard/program/taffrailAboard.live.test.ts',
    runs: 50,
    environment: (runs, seed) => ({ KILLS: `${runs}`, KILLS_SEED: `${seed}` }),
    isLive: true,
  },
}

const [name, runs, seed = '1'] = process.argv.slice(2)
const chosen = name === undefined ? Object.values(SOAKS) : Object.hasOwn(SOAKS, name) ? [SOAKS[name]] : []
if (chosen.length === 0) {
  console.error(`There is no soak named ${name}: ${Object.keys(SOAKS).join(', ')}`)
  process.exit(1)
}
let failed = false
for (const soak of chosen) {
  if (!soak) continue
  const environment = soak.environment(Number(runs ?? soak.runs), Number(seed))
  console.log(`${soak.file} ${JSON.stringify(environment)}`)
  const config = soak.isLive ? ['--config', 'vitest.live.config.ts'] : []
  // A soak takes hours where a test of the suite takes seconds.
  const { status } = spawnSync('npx', ['vitest', 'run', ...config, soak.file, '--testTimeout=86400000'], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  failed ||= status !== 0
}
process.exit(failed ? 1 : 0)
