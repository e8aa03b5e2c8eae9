import { expect, test } from 'vitest'
import { DAY_US, type MovementRow, toMovement } from '#server/testing/playMovement.ts'
import { secondGrid } from './secondGrid.ts'
import { atOnce } from './stages.ts'

/** SOG of each second, the position of each fifth; `change` edits the row of a second. */
function sogOf(change: (row: MovementRow, second: number) => MovementRow) {
  const rows = Array.from({ length: 40 }, (_, second) => {
    const place = second % 5 === 0 ? { latitudeDeg: 64 + second * 1e-6, longitudeDeg: -22 } : {}
    return change({ timeUs: DAY_US + second * 1e6, ...place, sogMps: 4 }, second)
  })
  return [...atOnce(secondGrid(toMovement(rows), null)).sogMps]
}

/** Seconds of which the grid has no SOG. */
const missing = (sog: readonly number[]) => [...sog.keys()].filter((second) => Number.isNaN(sog[second]))

test('leaves out SOG for ten seconds after a rejected fix', () => {
  const sog = sogOf((row, second) => {
    if (second === 10) return { ...row, valid: false }
    const { latitudeDeg, longitudeDeg, ...rest } = row
    return second > 10 ? rest : row
  })
  expect(missing(sog)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
})

test('uses SOG again with the first accepted fix after a rejected one', () => {
  const sog = sogOf((row, second) => (second === 10 ? { ...row, valid: false } : row))
  expect(missing(sog)).toEqual([10, 11, 12, 13, 14])
})
