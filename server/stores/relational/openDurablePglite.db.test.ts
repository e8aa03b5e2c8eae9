import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareRecords } from '#server/testing/prepareRecords.ts'
import { openDurablePglite } from './openDurablePglite.ts'

test('copies the records of the installation at a first start, and closes them to other users', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taffrail-first-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [installed, dataDir] = [join(folder, 'installed'), join(folder, 'data')]
  await prepareRecords(installed)
  const prepared = join(installed, 'records')
  chmodSync(join(prepared, 'PG_VERSION'), 0o644)
  // A start that was killed while it copied.
  mkdirSync(join(dataDir, 'records.new', 'base'), { recursive: true })

  const { client, close } = await openDurablePglite(dataDir, prepared)
  const { rows } = await client.query('select count(*)::int as vessels from vessels')
  expect(rows).toEqual([{ vessels: 0 }])
  await close()
  expect(existsSync(join(dataDir, 'records.new'))).toBe(false)
  const copied = join(dataDir, 'records')
  const open = readdirSync(copied, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(copied, name)).mode & 0o077,
  )
  expect(open).toEqual([])
})
