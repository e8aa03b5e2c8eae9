import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startTestS3 } from '#server/testing/testS3.ts'
import { openFiles } from './openFiles.ts'
import { exportKey, logKey } from './sharedKeys.ts'

const AREA = '11111111-1111-4111-8111-111111111111'
const SENT_S = 1_700_000_000

test('moves waiting files into a bucket that is configured later, and loses nothing at a start without it', async () => {
  const s3 = await startTestS3('right')
  const dataDir = await mkdtemp(join(tmpdir(), 'taffrail-files-'))
  onTestFinished(async () => {
    await rm(dataDir, { recursive: true, force: true })
    await s3.close()
  })
  for (const folder of ['logs', 'exports', 'charts/org', 'areas', 'files/images'])
    await mkdir(join(dataDir, folder), { recursive: true })
  await writeFile(join(dataDir, 'logs/log-1'), '$GPRMC')
  await utimes(join(dataDir, 'logs/log-1'), SENT_S, SENT_S)
  await writeFile(join(dataDir, 'exports/export-1.zip'), 'PK')
  const laid = [
    'charts/Höfn.mbtiles',
    'charts/org/Own.pmtiles',
    `areas/${AREA}.json`,
    `areas/${AREA}.pmtiles`,
  ]
  const left = ['charts/notes.txt', `areas/${AREA}.pmtiles.0c8e.fetched`]
  for (const name of [...laid, ...left]) await writeFile(join(dataDir, name), name)
  const common = { dataDir, FILES_S3_URL: s3.url, FILES_S3_REGION: 'eu-west-1', FILES_S3_KEY_ID: 'taffrail' }

  await expect(openFiles({ ...common, FILES_S3_SECRET: 'wrong' }, 'one')).rejects.toThrow()
  expect(await readdir(join(dataDir, 'logs'))).toEqual(['log-1'])

  await writeFile(join(dataDir, 'files/images/face-original.jpg'), 'a face')
  const { files, sharedFiles, close } = await openFiles({ ...common, FILES_S3_SECRET: 'right' }, 'one')
  onTestFinished(close)
  const log = await sharedFiles.get(logKey('log-1'))
  expect(log && (await text(log))).toBe('$GPRMC')
  expect((await sharedFiles.stat(logKey('log-1')))?.changedMs).toBe(SENT_S * 1000)
  const made = await sharedFiles.get(exportKey('export-1'))
  expect(made && (await text(made))).toBe('PK')
  expect(await readdir(join(dataDir, 'logs'))).toEqual([])
  const face = await files.get('images/face-original.jpg')
  expect(face && (await text(face))).toBe('a face')
  expect(await readdir(join(dataDir, 'files/images'))).toEqual([])
  for (const key of laid) {
    const taken = await sharedFiles.get(key)
    expect(taken && (await text(taken))).toBe(key)
  }
  const names = await readdir(dataDir, { recursive: true })
  expect(names.filter((name) => /^(charts|areas)\/./.test(name)).sort()).toEqual([
    ...[`areas/${AREA}.pmtiles.0c8e.fetched`, 'charts/notes.txt', 'charts/org'],
  ])
})
