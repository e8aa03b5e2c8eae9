import { expect, test } from 'vitest'
import { caseTwins, faultsOf } from './plainWords.ts'

test.each([
  '/** What a vessel sends. */',
  '/**\n * Whoever asks waits. */',
  '// Since the first sample.',
  '  {/* Where the list ends. */}',
])('refuses the comment %j', (text) => {
  expect(faultsOf('a.ts', text)).toHaveLength(1)
})

test.each([
  '/** Whatever the order, the sum is the same. */',
  '// Waits for the other devices.\n// Since the queue is short, nothing is lost.',
  "const title = 'What is new'",
])('accepts %j', (text) => {
  expect(faultsOf('a.ts', text)).toEqual([])
})

test.each([
  'stretchesSql(x)',
  'QuarterFigures',
  'trackStretches',
  'isBelieved',
  'RuleBook',
  'wasOf(Form)',
  'HeardOfDevice',
  'row.hours_heard',
  'saidSql(intervals)',
  'columnsSaid',
  'told_total: 3',
  'toldAt',
  'pieceFigures(x)',
  'tripPieces',
  'Believer',
  'const halfLat = 1',
  'latDeg: 64',
])('refuses the retired identifier in %j', (text) => {
  expect(faultsOf('a.ts', text)).toHaveLength(1)
})

test.each([
  "t('said')",
  'she was told',
  'a piece of sea',
  'heard',
  'unsaid',
  'alignItems: "stretch"',
  'QuarterHourFigures',
  'port_quarter',
  'the chart of a harbour',
])('accepts the word in %j', (text) => {
  expect(faultsOf('a.ts', text)).toEqual([])
})

test('refuses names of the wire for a position, except where the wire is', () => {
  expect(faultsOf('web/map/a.ts', 'const { lng, lat } = place')).toHaveLength(1)
  expect(faultsOf('web/map/a.ts', 'const lats = []')).toHaveLength(1)
  for (const path of ['contract/wire/a.ts', 'protocols/a.ts', 'web/map/a.test.ts', 'web/searchParameters.ts'])
    expect(faultsOf(path, 'const { lng, lat } = place')).toEqual([])
  for (const text of ["fence.kind === 'lat'", '<trkpt lat="64" lon="-22">', 'lngLat', 'flat', 'late'])
    expect(faultsOf('web/map/a.ts', text)).toEqual([])
})

test('finds two modules of a folder whose names differ by case alone', () => {
  const paths = [
    'web/a/Track.tsx',
    'web/a/track.ts',
    'web/b/track.ts',
    'web/a/track.test.tsx',
    'web/a/Track.module.css',
  ]
  expect(caseTwins(paths)).toEqual(['web/a: Track.tsx, track.ts'])
})
