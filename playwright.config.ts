import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import './server/platform/quickModules.ts'
import { HEADLESS_SHELL, JOURNEY_ARGS } from './e2e/chromium.ts'
import { memoryFolder } from './server/testing/memoryFolder.ts'

// Each worker would compile the server again, which takes one second of a processor.
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)))
// The servers of the journeys write to memory.
process.env.TMPDIR = memoryFolder()

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './server/testing/coarseWorld.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each file has a server of its own, so they do not disturb each other. They wait as long as they compute: a fourth keeps
  // two cores busy.
  workers: 4,
  // A busy machine may slow any one of them beyond its time; what passes only then is listed as flaky, and is a fault to mend.
  retries: 1,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'on-first-retry',
    // Layout is measured in CSS pixels; drawing a quarter of the device pixels saves a seventh of the processor time.
    deviceScaleFactor: 0.5,
    launchOptions: { executablePath: HEADLESS_SHELL, args: JOURNEY_ARGS },
  },
})
