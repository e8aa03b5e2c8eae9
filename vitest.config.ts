import { defineConfig } from 'vitest/config'
import { memoryFolder } from './server/testing/memoryFolder.ts'

const ENGINES = '**/*.db.test.ts'

/**
 * Most objects of a test die young. Collecting them less often saves a fifth of the processor time of pages, for
 * at most 150 MB a process.
 */
export const NODE_FLAGS = [
  '--max-semi-space-size=64',
  ...['--import', new URL('./server/platform/quickModules.ts', import.meta.url).href],
]

/** Node loads these tests as it loads the program: Vite would turn each use of an import into a property access. */
export const byNode = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  test: {
    // chDB crashes in worker threads.
    pool: 'forks',
    execArgv: NODE_FLAGS,
    // A machine that others use takes many times as long; what hangs is seen all the same.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A page in jsdom may have to wait for its files while everything else is tested beside it.
    expect: { poll: { timeout: 10_000 } },
    // Files wait for disks, processes and timers, so a third one keeps two cores busy.
    maxWorkers: 3,
    env: {
      RECORDINGS: process.env.RECORDINGS ?? new URL('../shared/data', import.meta.url).pathname,
      TMPDIR: memoryFolder(),
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['*.test.ts', '{contract,protocols,simulator,aboard,basemap,server,bench}/**/*.test.ts'],
          exclude: [ENGINES, '**/*.live.test.ts', 'node_modules/**'],
          // They keep nothing, so a few processes are enough for all of them.
          isolate: false,
          experimental: byNode,
        },
      },
      {
        extends: true,
        // The console imports files that only Vite translates, such as JSON without attribute.
        test: {
          name: 'consoleUnits',
          include: ['{words,web}/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        oxc: { jsx: { development: false } },
        // A process takes files of one environment. Beside the units, each page would start a process and load the console.
        test: {
          name: 'pages',
          environment: 'jsdom',
          // React as users get it. Its development version keeps a stack of calls for each element.
          env: { NODE_ENV: 'production' },
          include: ['web/**/*.test.tsx'],
          isolate: false,
        },
      },
      {
        extends: true,
        // Files follow each other in a few processes, as the units do: loading the server costs more than most of them.
        // Each opens engines of its own and closes them, since a process holds one data directory at a time.
        test: {
          name: 'engines',
          isolate: false,
          include: [`{server,bench,aboard}/${ENGINES}`],
          experimental: byNode,
          globalSetup: './server/testing/coarseWorld.ts',
        },
      },
    ],
  },
})
