import { defineConfig } from 'vitest/config'

/** Suites against servers of their own (PostgreSQL, Mosquitto), started and stopped by the suites. */
export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: './server/testing/coarseWorld.ts',
    include: ['server/**/*.live.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // They wait for leases, kills and processes that start more than they compute.
    maxWorkers: 3,
  },
})
