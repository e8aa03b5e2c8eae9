/**
 * Keeps Playwright from describing the whole page each time that an expectation does not hold yet, which took a twelfth
 * of the processor time of a journey. Playwright has no option for that. `warmPage` describes the page of
 * a test that fails.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const DESCRIBES = 'ariaSnapshotForExpectFailure(element, options) {'

registerHooks({
  load(url, context, load) {
    const loaded = load(url, context)
    if (!url.endsWith('/playwright-core/lib/coreBundle.js')) return loaded
    const source = `${loaded.source ?? readFileSync(new URL(url))}`
    if (!source.includes(DESCRIBES))
      throw new Error('Playwright describes pages in another way: change this file.')
    return { ...loaded, format: 'commonjs', source: source.replace(DESCRIBES, `${DESCRIBES} return;`) }
  },
})

// The programs that a journey starts do without.
if (process.env.TEST_WORKER_INDEX !== undefined) delete process.env.NODE_OPTIONS
