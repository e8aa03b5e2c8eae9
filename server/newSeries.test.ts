import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SeriesKey } from '#contract/domain/series.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'

/** A copy of the program with one more row in its catalogue, which its N2K decoder reads. */
let folder: string
const HEAVE = 'heave' as SeriesKey
const ROW = `heave: {
    number: 65_000,
    group: 'Sensors',
    unit: { stored: 'm', wire: 'cm', factor: 100, step: 0.01, valid: [-30, 30] },
    aggregation: 'max',
    labels: { en: 'Heave', it: 'Sussulto', is: 'Lyfting' },
    signalk: ['navigation.heave'],
    description: 'Movement of the hull up and down, positive upward.',
  },
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taffrail-heave-'))
  const root = fileURLToPath(new URL('../', import.meta.url))
  for (const part of ['contract', 'protocols', 'server', 'web', 'words', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await insert('contract/domain/seriesRows.ts', 'SERIES_ROWS = {', ROW)
  await insert('protocols/can/n2kSeries.ts', '> = {', "127252: { fields: [['heave', 'heave', 1]] },")
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function insert(file: string, after: string, text: string) {
  const source = await readFile(join(folder, file), 'utf8')
  expect(source).toContain(after)
  await writeFile(join(folder, file), source.replace(after, `${after}\n  ${text}`))
}

const load = (file: string) => import(/* @vite-ignore */ join(folder, file))

test('gives a new row its labels, unit and border values', async () => {
  const { SERIES, parseField, seriesByNumber, toWire, acceptValue } = (await load(
    'contract/domain/series.ts',
  )) as typeof import('#contract/domain/series.ts')
  expect(SERIES[HEAVE].labels).toEqual({ en: 'Heave', it: 'Sussulto', is: 'Lyfting' })
  expect(parseField('heave')).toEqual({ key: 'heave', instance: 0 })
  expect(seriesByNumber(65_000)?.description).toMatch(/up and down/)
  expect([toWire(HEAVE, 1.5), acceptValue(HEAVE, 31)]).toEqual([150, null])
})

test('reads a new row from NMEA 2000, Signal K, JSON and tables', async () => {
  const { decoderFor, encoderFor } = (await load(
    'protocols/formats.ts',
  )) as typeof import('#protocols/formats.ts')
  const scalars = [{ timeUs: 1.75e15, key: HEAVE, instance: 0, value: 1.5 }]
  for (const format of ['signalk', 'n2k', 'readings'] as const) {
    const message = encoderFor(format)({ scalars })
    expect(decoderFor(format).decode(message, null).scalars, format).toMatchObject(scalars)
  }
  const { meaningOf } = (await load(
    'protocols/tracks/columns.ts',
  )) as typeof import('#protocols/tracks/columns.ts')
  expect(meaningOf('heave [cm]')).toMatchObject({ key: 'heave', unit: 'cm' })
})

test('aggregates a new row and writes it as a column', async () => {
  const { toBuckets, NOTHING_MORE } = (await load(
    'server/telemetry/seriesParts.ts',
  )) as typeof import('#server/telemetry/seriesParts.ts')
  const part = { ...NOTHING_MORE, timeUs: 0, values: 2, min: -1, max: 2, last: 2, sum: 1 }
  const figure = (aggregation: 'avg' | 'min' | 'max') =>
    toBuckets({ key: HEAVE, instance: 0, aggregation }, [part]).value[0]
  expect([figure('avg'), figure('min'), figure('max')]).toEqual([0.5, -1, 2])
  const { seriesColumn } = (await load(
    'server/downloads/seriesColumn.ts',
  )) as typeof import('#server/downloads/seriesColumn.ts')
  expect(seriesColumn({ key: HEAVE, instance: 0 })).toMatchObject({ name: 'heave', unit: 'cm' })
})

test('offers a new row to plots and rules, and names it in alerts', async () => {
  const { fieldChoices } = (await load(
    'web/plots/fieldChoices.ts',
  )) as typeof import('#web/plots/fieldChoices.ts')
  expect(fieldChoices(['heave'], [])).toContainEqual(expect.objectContaining({ key: 'heave', hasData: true }))
  const { ruleFieldsOf } = (await load(
    'contract/domain/ruleFields.ts',
  )) as typeof import('#contract/domain/ruleFields.ts')
  expect(ruleFieldsOf('time-series')).toContainEqual(
    expect.objectContaining({ field: 'heave', unit: 'cm', hasPeriods: true }),
  )
  const { alertText } = (await load(
    'contract/words/alertText.ts',
  )) as typeof import('#contract/words/alertText.ts')
  const condition = {
    source: 'time-series',
    field: 'heave',
    operation: 'more_than',
    type: 'instant',
  } as const
  const facts = {
    kind: 'threshold',
    conditions: [{ ...condition, threshold: 90, value: 120, period_sec: null }],
  }
  const texts = (['en', 'it', 'is'] as const).map((language) =>
    alertText(facts as never, alertSpeech(language)),
  )
  expect(texts).toEqual([
    'Heave above 90 cm: 120 cm',
    'Sussulto sopra 90 cm: 120 cm',
    'Lyfting yfir 90 cm: 120 cm',
  ])
})
