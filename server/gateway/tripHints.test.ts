import { expect, test } from 'vitest'
import { nothingDecoded } from '#contract/domain/reading.ts'
import { knToMps } from '#contract/domain/units.ts'
import { type MovementRow, playMovement } from '#server/testing/playMovement.ts'
import { TripHints } from './tripHints.ts'

function reasonOf(rows: readonly MovementRow[], size = 50) {
  const hints = new TripHints()
  for (let i = 0; i < rows.length; i += size) {
    const part = rows.slice(i, i + size)
    hints.add({
      ...nothingDecoded(),
      fixes: part.map(({ timeUs, latitudeDeg = 0, longitudeDeg = 0 }) => ({
        ...{ timeUs, latitudeDeg, longitudeDeg, hdop: null, valid: true },
      })),
      scalars: part.flatMap(({ timeUs, sogMps }) =>
        sogMps === undefined ? [] : [{ timeUs, key: 'sog' as const, instance: 0, value: sogMps }],
      ),
    })
  }
  return hints.reason()
}
const bare = (rows: readonly MovementRow[]) => rows.map(({ sogMps, ...row }) => row)

test('reports that positions are too rare when none is within eleven minutes of another', () => {
  const every = (seconds: number) => bare(playMovement('00:00 8kn, 12:00 0kn', seconds))
  expect([reasonOf(every(600)), reasonOf(every(900)), reasonOf(every(3600))]).toEqual([
    null,
    'positions_rare',
    'positions_rare',
  ])
  expect(reasonOf(every(1200).toReversed())).toBe('positions_rare')
  expect(reasonOf(playMovement('00:00 8kn, 12:00 0kn', 1200))).toBeNull()
})

test('reports a frozen receiver when it repeats a position and a speed', () => {
  const [first] = playMovement('08:00 5kn, 08:30 0kn')
  const frozen = playMovement('08:00 5kn, 08:30 5kn', 5).map(({ timeUs }) => ({
    ...first,
    timeUs,
    sogMps: knToMps(5),
  }))
  expect(reasonOf(frozen)).toBe('receiver_frozen')
  expect(reasonOf(frozen.map((row) => ({ ...row, sogMps: 0 })))).toBeNull()
  expect(reasonOf(frozen.map((row, i) => ({ ...row, sogMps: knToMps(5 + (i % 2)) })))).toBeNull()
  expect(reasonOf([])).toBeNull()
})

test('does not count positions that the receiver marks as invalid', () => {
  const hints = new TripHints()
  const fixAt = (minute: number, valid: boolean) => ({
    ...{ timeUs: minute * 60e6, latitudeDeg: 64 + minute / 100, longitudeDeg: -22, hdop: null, valid },
  })
  hints.add({ ...nothingDecoded(), fixes: [fixAt(0, true), fixAt(5, false), fixAt(20, true)] })
  expect(hints.reason()).toBe('positions_rare')
})
