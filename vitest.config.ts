import { defineConfig } from 'vitest/config'
import { someWords } from './web/i18n/someWords.ts'

const ENGINES = '**/*.db.test.ts'

export default defineConfig({
  plugins: [someWords()],
  test: {
    // chDB crashes in worker threads.
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    env: { RECORDINGS: process.env.RECORDINGS ?? new URL('../shared/data', import.meta.url).pathname },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['*.test.ts', '{contract,protocols,simulator,server,web,bench}/**/*.test.{ts,tsx}'],
          exclude: [ENGINES, '**/*.live.test.ts', 'node_modules/**'],
          // They keep nothing, so two processes are enough for all of them.
          isolate: false,
        },
      },
      {
        extends: true,
        // An embedded engine stays in its process: each of these files has one of its own.
        test: { name: 'engines', include: [`{server,bench}/${ENGINES}`] },
      },
    ],
  },
})
