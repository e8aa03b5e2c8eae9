import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { memoryFolder } from './server/testing/memoryFolder.ts'
import { byNode, NODE_FLAGS } from './vitest.config.ts'

/** Test files that take more than forty seconds, the longest first. */
const LONGEST = [
  'roles',
  'apis',
  'natsBus',
  'alone',
  'proxies',
  'backup',
  'upgrade',
  'taffrailAboard',
  'gateways',
]

/** None of them shall begin last and go on alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.live.test.ts`))
      return place < 0 ? LONGEST.length : place
    }
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b))
  }
}

/** Suites against servers of their own (PostgreSQL, Mosquitto), started and stopped by the suites. */
export default defineConfig({
  test: {
    pool: 'forks',
    execArgv: NODE_FLAGS,
    globalSetup: './server/testing/coarseWorld.ts',
    include: ['{server,aboard}/**/*.live.test.ts'],
    // Files follow each other in a few processes: loading the server costs more than most of them.
    isolate: false,
    experimental: byNode,
    env: { TMPDIR: memoryFolder() },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // They wait for leases, kills and processes that start, so a third file keeps two cores busy. A fourth would slow the answers
    // for which the others wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
})
