import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitingRecords } from '../testing/stateFolder.ts'
import plugin from './plugin.ts'
import type { Delta, SignalkServer } from './serverApi.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A Signal K server with one plugin, and the listener to its deltas. */
function server() {
  let give: (delta: Delta) => void = () => undefined
  const app: SignalkServer = {
    selfContext: 'vessels.urn:mrn:signalk:uuid:1',
    getDataDirPath: () => folder,
    setPluginStatus: () => undefined,
    setPluginError: () => undefined,
    handleMessage: () => undefined,
    error: () => undefined,
    subscriptionmanager: {
      subscribe(_command, unsubscribes, _onError, onDelta) {
        give = onDelta
        unsubscribes.push(() => undefined)
      },
    },
    on: () => undefined,
    removeListener: () => undefined,
  }
  return { app, give: (delta: Delta) => give(delta) }
}

test('has everything on disk when a second stop is over, as the settings page asks for one after the other', async () => {
  const { app, give } = server()
  const one = plugin(app)
  // Nothing listens there.
  one.start({ server: 'http://127.0.0.1:9' })
  give({ context: app.selfContext, updates: [{ $source: 'log', values: [{ path: 'navigation.state' }] }] })
  const first = one.stop()
  await one.stop()
  expect(waitingRecords(join(folder, 'taffrail-aboard'))).toBe(1)
  await first
})
