import { defineConfig } from 'vitest/config'
import { someWords } from './web/i18n/someWords.ts'

export default defineConfig({
  plugins: [someWords()],
  test: {
    // chDB crashes in worker threads, so every test file has a process of its own.
    pool: 'forks',
    include: ['*.test.ts', '{contract,protocols,simulator,server,web,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/*.live.test.ts', 'node_modules/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    env: { RECORDINGS: process.env.RECORDINGS ?? new URL('../shared/data', import.meta.url).pathname },
  },
})
