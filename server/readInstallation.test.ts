import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Installation } from '#contract/wire/installation.ts'
import { readConfig } from './config.ts'
import { readInstallation } from './readInstallation.ts'

test('lists where things are stored and what is missing, and nothing secret', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-installation-'))
  const read = (env: Record<string, string>) =>
    readInstallation({
      config: readConfig({ ...env, DATA_DIR: dataDir }, ['--no-demo']),
      ...{ id: 'one', engine: 'pglite', isEmbedded: true, storesReady: async () => true },
      damaged: () => [
        {
          ...{ table: 'telemetry.scalars', part: '202606_1_1_0', state: 'set_aside', bytes: 100 },
          ...{ foundMs: 0, fromMs: 0, toMs: 1000, vesselNumbers: Array.from({ length: 30 }, (_, i) => i) },
        },
      ],
      vesselNames: async (numbers) => new Map(numbers.map((number) => [number, `Boat ${number}`])),
      figures: () => [{ step: 'trips', waiting: 3, lagS: 1.5, failures: 0 }],
    })
  const bare = await read({})
  expect(Installation.parse(bare)).toMatchObject({
    stores: { records: 'pglite', telemetry: 'chdb', files: 'folder', answer: true },
    backlog: [{ step: 'trips', waiting: 3, lag_s: 1.5, failures: 0 }],
    ...{ last_backup_at: null, mail: { host: null } },
    damaged_parts: [
      { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:00:01.000Z', vessels: { count: 30 } },
    ],
    not_configured: ['mail', 'public_url', 'support_email', 'sms', 'weather', 'sign_in', 'seamarks'],
  })
  expect(bare.damaged_parts[0]?.vessels?.names).toHaveLength(20)
  await writeFile(join(dataDir, 'lastBackup'), '2026-06-18T09:00:00.000Z\n')
  const set = await read({
    SMTP_URL: 'smtps://anna:geheim@mail.example:465',
    PUBLIC_URL: 'https://fleet.example',
    FILES_S3_URL: 'https://s3.example/bucket',
  })
  expect(set).toMatchObject({
    ...{ last_backup_at: '2026-06-18T09:00:00.000Z', mail: { host: 'mail.example:465' } },
    stores: { files: 's3' },
    not_configured: ['support_email', 'sms', 'weather', 'sign_in', 'seamarks'],
  })
  expect(JSON.stringify(set)).not.toMatch(/geheim|anna/)
  await rm(dataDir, { recursive: true })
})
