import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { worldFolder } from './worldFolder.ts'

test('puts the world beside the installation, or into the data folder when that is read-only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'world-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(worldFolder('/data', join(folder, 'cache'))).toBe(join(folder, 'cache', 'basemap'))

  // Permissions don't keep root out, a file in the way does.
  writeFileSync(join(folder, 'file'), '')
  expect(worldFolder('/data', join(folder, 'file'))).toBe('/data/basemap')
})
