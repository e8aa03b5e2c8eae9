/** Boats whose receivers send positions without a usable SOG: their trips and distances. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KNOT_MPS, knToMps, mToNmi } from '#contract/domain/units.ts'
import { DAY_US, type MovementRow, toMovement } from '#server/testing/playMovement.ts'
import { type Errors, type Leg, playTrack } from '#server/testing/playTrack.ts'
import { lowerBound } from '../lowerBound.ts'
import { findVoyages } from './findVoyages.ts'
import { measureTrip, pathSteps } from './measureTrip.ts'
import { CONTEXT_US } from './readMovement.ts'
import { secondGrid } from './secondGrid.ts'
import { atOnce } from './stages.ts'

const nowUs = 2 * DAY_US

function tripsOf(rows: readonly MovementRow[]) {
  const grid = atOnce(secondGrid(toMovement(rows), null))
  const voyages = findVoyages(grid, null, nowUs)
  return { grid, voyages, measures: voyages.map((voyage) => measureTrip(grid, voyage)) }
}

const nmiAnHour = (rows: readonly MovementRow[], hours: number) => {
  const { grid, voyages } = tripsOf(rows)
  const way = pathSteps(grid, 0, grid.timeUs.length - 1).reduce((sum, step) => sum + step, 0)
  return { voyages: voyages.length, nmi: mToNmi(way) / hours }
}

const errors = fc.oneof(
  fc.record({ white: fc.double({ min: 0, max: 3, noNaN: true }) }),
  fc.record({
    wander: fc.double({ min: 2, max: 5, noNaN: true }),
    wanderS: fc.integer({ min: 60, max: 600 }),
  }),
  fc.constantFrom<Errors>({ roundDeg: 1e-5 }, { roundDeg: 1e-6 }, { roundDeg: 1 / 600_000 }),
)

/** Straight legs with turns of up to five degrees a second between them, as of boats on passage. */
const ways = (kn: number): fc.Arbitrary<Leg[]> =>
  fc
    .array(
      fc.record({
        seconds: fc.integer({ min: 300, max: 600 }),
        turn: fc.integer({ min: -5, max: 5 }),
      }),
      { minLength: 4, maxLength: 6 },
    )
    .map((legs) =>
      legs.flatMap(({ seconds, turn }) => [
        { seconds, kn },
        { seconds: turn === 0 ? 1 : 60 / Math.abs(turn), kn, turn },
      ]),
    )

const speeds = fc.double({ min: 3, max: 60, noNaN: true })

describe('positions alone', () => {
  test('finds one trip within a hundredth of its path, from ten positions a second to one a minute', () => {
    fc.assert(
      fc.property(
        speeds.chain((kn) => ways(kn)),
        fc.constantFrom(0.1, 0.5, 1, 2, 5, 10, 20, 30, 60),
        errors,
        fc.integer(),
        (legs, everyS, noise, seed) => {
          const { rows, pathM, chordM } = playTrack(legs, everyS, noise, seed)
          const { measures } = tripsOf(rows)
          expect(measures).toHaveLength(1)
          const trueM = everyS < 60 ? pathM : chordM
          // The ends are as uncertain as a single fix and the time to the next one.
          const endsM = 15 + 2 * everyS * (pathM / legs.reduce((sum, { seconds }) => sum + seconds, 0))
          expect(Math.abs((measures[0]?.distanceM ?? 0) - trueM)).toBeLessThan(0.01 * trueM + endsM)
        },
      ),
      { numRuns: 12, seed: 1 },
    )
  })

  test('finds one trip within a hundredth of its chords when positions are sparser, up to one in ten minutes', () => {
    fc.assert(
      fc.property(
        speeds,
        fc.constantFrom(90, 120, 300, 600),
        errors,
        fc.integer(),
        (kn, everyS, noise, seed) => {
          const { rows, chordM } = playTrack([{ seconds: 7200, kn }], everyS, noise, seed)
          const { measures } = tripsOf(rows)
          expect(measures).toHaveLength(1)
          expect(Math.abs((measures[0]?.distanceM ?? 0) / chordM - 1)).toBeLessThan(0.01)
        },
      ),
      { numRuns: 12, seed: 2 },
    )
  })

  test('finds the trip when positions are a tenth later than ten minutes, and none when they are rarer', () => {
    const at = (everyS: number) =>
      tripsOf(playTrack([{ seconds: 7200, kn: 12 }], everyS).rows).measures.length
    expect([600, 640, 700, 1200].map(at)).toEqual([1, 1, 0, 0])
  })

  test('keeps one trip when the rate changes, with stops and a slow start', () => {
    const legs: Leg[] = [
      ...Array.from({ length: 30 }, (_, i) => ({ seconds: 2, kn: i / 4 })),
      { seconds: 900, kn: 7.5 },
      { seconds: 240, kn: 0 },
      { seconds: 900, kn: 20, turn: 0.05 },
      { seconds: 120, kn: 0 },
      { seconds: 600, kn: 5 },
      { seconds: 1200, kn: 0 },
    ]
    for (const noise of [{}, { white: 2 }, { wander: 4 }]) {
      const everyS = (atS: number) =>
        atS < 700 ? 1 : atS < 1300 ? 10 : atS < 1800 ? 60 : atS < 2000 ? 0.2 : 2
      const { rows, pathM } = playTrack(legs, everyS, noise, 7)
      const { measures } = tripsOf(rows)
      expect(measures).toHaveLength(1)
      expect(Math.abs((measures[0]?.distanceM ?? 0) / pathM - 1)).toBeLessThan(0.015)
    }
  })

  test('derives the speed at each time and the highest of a trip', () => {
    const { rows } = playTrack(
      [
        { seconds: 600, kn: 8 },
        { seconds: 600, kn: 14 },
      ],
      1,
      { white: 1 },
      3,
    )
    const { grid, measures } = tripsOf(rows)
    const kn = (second: number) => (grid.sogMps[second] as number) / KNOT_MPS
    expect([kn(300), kn(900)]).toEqual([expect.closeTo(8, 0), expect.closeTo(14, 0)])
    expect(measures[0]?.avgSogMps).toBeCloseTo(knToMps(11), 0)
    expect(measures[0]?.maxSogMps).toBeLessThan(knToMps(16))
    expect(grid.sogDerived).not.toContain(0)
  })

  test('finds no trip and no distance for a boat at her berth or anchor', () => {
    const hours = 8
    const anchored: Leg[] = Array.from({ length: 16 }, (_, i) => ({
      seconds: 1800,
      // Round a circle of some forty metres in an hour, back and forth.
      ...{ kn: 0.13, turn: (i % 2 ? 1 : -1) * 0.1 },
    }))
    const still: Leg[] = [{ seconds: 8 * 3600, kn: 0 }]
    fc.assert(
      fc.property(
        fc.constantFrom(still, anchored),
        fc.constantFrom(1, 5, 30, 300),
        errors,
        fc.integer(),
        (legs, everyS, noise, seed) => {
          const { rows } = playTrack(legs, everyS, { ...noise, white: 1.5 }, seed)
          const { voyages, nmi } = nmiAnHour(rows, hours)
          expect(voyages).toBe(0)
          expect(nmi).toBeLessThan(0.02)
        },
      ),
      { numRuns: 4, seed: 3 },
    )
  })

  test('derives no spike when one position is far off', () => {
    const { rows, pathM } = playTrack([{ seconds: 1200, kn: 12 }], 1)
    for (const i of [300, 700])
      Object.assign(rows[i] ?? {}, { latitudeDeg: (rows[i]?.latitudeDeg ?? 0) + 0.0004 })
    const { measures } = tripsOf(rows)
    expect(Math.abs((measures[0]?.distanceM ?? 0) / pathM - 1)).toBeLessThan(0.01)
    expect(measures[0]?.maxSogMps).toBeLessThan(knToMps(13))
  })
})

describe('a SOG that never changes', () => {
  const sailing = playTrack(
    [
      { seconds: 600, kn: 0 },
      { seconds: 1200, kn: 12 },
      { seconds: 1200, kn: 0 },
    ],
    1,
    {
      white: 0.5,
    },
  )
  const withSog = (kn: (row: MovementRow, i: number) => number) =>
    sailing.rows.map((row, i) => ({ ...row, sogMps: knToMps(kn(row, i)) }))

  test.each([0, 0.05, 4, 30])(
    'ignores a constant SOG of %d kn when positions move at another speed',
    (kn) => {
      const { measures, grid } = tripsOf(withSog(() => kn))
      expect(measures).toHaveLength(1)
      expect(Math.abs((measures[0]?.distanceM ?? 0) / sailing.pathM - 1)).toBeLessThan(0.02)
      expect(grid.sogDerived.filter((one) => one === 1).length).toBeGreaterThan(1100)
    },
  )

  test('uses a constant SOG when positions agree, and always uses a changing one', () => {
    expect(tripsOf(withSog((_, i) => (i < 600 || i >= 1800 ? 0 : 12))).grid.sogDerived).not.toContain(1)
    // A boat that stems a current: her positions stand still, and the log that calls itself SOG does not.
    expect(tripsOf(withSog((_, i) => 3 + (i % 3) / 10)).grid.sogDerived).not.toContain(1)
  })

  test('judges a constant SOG by the data near it, wherever the movement is cut', () => {
    const way = [0, 9, 0, 6, 9, 2, 9].map((kn, i) => ({ seconds: 400 + 37 * i, kn, turn: i % 2 }))
    for (const everyS of [1, 5, 20])
      for (const kn of [0, 4, 9]) {
        const { rows } = playTrack(way, everyS, { white: 1 })
        const stuck = rows.map((row) => ({ ...row, sogMps: knToMps(kn) }))
        const whole = atOnce(secondGrid(toMovement(stuck), null))
        for (let cutS = 17; cutS < 3000; cutS += 331) {
          const late = stuck.filter(({ timeUs }) => timeUs >= DAY_US + cutS * 1e6)
          const part = atOnce(secondGrid(toMovement(late), null))
          const fromUs = DAY_US + cutS * 1e6 + CONTEXT_US
          for (const column of ['sogMps', 'sogStuck', 'derivedStepM'] as const)
            expect(part[column].slice(lowerBound(part.timeUs, fromUs))).toEqual(
              whole[column].slice(lowerBound(whole.timeUs, fromUs)),
            )
        }
      }
  })
})

describe('a position that never changes', () => {
  const { rows, pathM } = playTrack([{ seconds: 1800, kn: 6 }], 1)
  const freeze = (from: number, to: number, sogOf: (i: number) => number) =>
    rows.map((row, i) => {
      const { latitudeDeg = 0, longitudeDeg = 0 } = (i >= from && i < to ? rows[from] : row) ?? {}
      return { ...row, latitudeDeg, longitudeDeg, sogMps: knToMps(sogOf(i)) }
    })
  const varying = (i: number) => 6 + Math.sin(i / 7)

  test('measures by SOG while the position is frozen and SOG changes, and marks it', () => {
    for (const [from, to] of [
      [600, 1200],
      [0, 1800],
      [900, 1800],
    ] as const) {
      const { measures, grid } = tripsOf(freeze(from, to, varying))
      expect(measures).toHaveLength(1)
      expect(Math.abs((measures[0]?.distanceM ?? 0) / pathM - 1)).toBeLessThan(0.02)
      expect(grid.frozen.filter((one) => one === 1).length).toBe(to - from - 1)
    }
  })

  test.each([11, 30, 60, 120])(
    'measures by a SOG that comes every %i s while the position is frozen',
    (everyS) => {
      const rare = freeze(0, 1800, varying).filter((_, i) => i % everyS === 0)
      const { measures, grid } = tripsOf(rare)
      expect(measures).toHaveLength(1)
      expect(Math.abs((measures[0]?.distanceM ?? 0) / pathM - 1)).toBeLessThan(0.07)
      expect(grid.frozen).toContain(1)
    },
  )

  test('finds no movement when position and SOG are frozen, and counts the chord across', () => {
    expect(tripsOf(freeze(0, 1800, () => 6)).voyages).toEqual([])
    const { measures } = tripsOf(freeze(600, 900, (i) => (i >= 600 && i < 900 ? 6 : varying(i))))
    expect(measures).toHaveLength(1)
    expect(Math.abs((measures[0]?.distanceM ?? 0) / pathM - 1)).toBeLessThan(0.02)
  })

  test('does not call a position frozen when SOG spikes at the berth for hours', () => {
    const spikes = playTrack([{ seconds: 4 * 3600, kn: 0 }], 1).rows.map((row, i) => ({
      ...row,
      sogMps: i % 300 < 3 ? knToMps(4) : 0.01 * (i % 2),
    }))
    expect(atOnce(secondGrid(toMovement(spikes), null)).frozen).not.toContain(1)
  })

  test('marks nothing for a boat at rest', () => {
    const { rows: still } = playTrack([{ seconds: 1800, kn: 0 }], 1)
    const { grid } = tripsOf(still.map((row, i) => ({ ...row, sogMps: knToMps((i % 4) / 10) })))
    expect(grid.frozen).not.toContain(1)
    expect(grid.latitudeDeg).not.toContain(Number.NaN)
  })
})

describe('a fix that is alone', () => {
  const feed = playTrack([{ seconds: 1200, kn: 20 }], 1).rows.map((row) => ({ ...row, sogMps: knToMps(20) }))
  const whole = tripsOf(feed)
  const lonely = (atS: number, northDeg: number, sogKn: number): MovementRow => ({
    timeUs: DAY_US + atS * 1e6,
    ...{ latitudeDeg: 64 + northDeg, longitudeDeg: -22, sogMps: knToMps(sogKn) },
  })
  const bare = ({ sogMps, ...row }: MovementRow): MovementRow => row

  test.each([
    ['with SOG', (rows: MovementRow[]) => rows],
    ['without SOG', (rows: MovementRow[]) => rows.map(bare)],
  ])('ignores a lone fix minutes before or after a dense feed, %s', (_, as) => {
    const expected = tripsOf(as(feed)).measures[0]
    for (const row of [lonely(-540, 0.005, 12), lonely(-90, 0.02, 20), lonely(-540, 0, 0)]) {
      const { voyages, measures } = tripsOf(as([row, ...feed]))
      expect(voyages).toMatchObject([{ startUs: DAY_US }])
      expect(measures[0]?.distanceM).toBeCloseTo(expected?.distanceM ?? 0, 3)
    }
    for (const row of [lonely(1300, 0.12, 20), lonely(1790, 0.13, 12)]) {
      const { voyages, measures } = tripsOf(as([...feed, row]))
      expect(voyages).toMatchObject([{ lastMovingUs: whole.voyages[0]?.lastMovingUs }])
      expect(measures[0]?.distanceM).toBeCloseTo(expected?.distanceM ?? 0, 3)
    }
  })

  test('keeps the chord across a gap when a lone fix lies far away in the gap', () => {
    const holed = feed.filter((_, i) => i < 400 || i >= 1000)
    for (const as of [(rows: MovementRow[]) => rows, (rows: MovementRow[]) => rows.map(bare)]) {
      const without = tripsOf(as(holed))
      const far = tripsOf(as([...holed.slice(0, 400), lonely(700, -0.1, 20), ...holed.slice(400)]))
      expect(far.measures).toEqual(without.measures)
      expect(far.measures).toHaveLength(1)
    }
  })

  test('counts a lone fix hours after a feed, whether or not the feed is read too', () => {
    const row = lonely(3 * 3600, 0.5, 0)
    const { latitudeDeg } = atOnce(secondGrid(toMovement([...feed, row]), null))
    expect(latitudeDeg.at(-1)).toBe(atOnce(secondGrid(toMovement([row]), null)).latitudeDeg[0])
  })

  test('counts lone fixes of a sparse feed, also beside a dense part', () => {
    const { rows } = playTrack([{ seconds: 2400, kn: 12 }], (atS) => (atS < 1200 ? 120 : 1))
    const { voyages } = tripsOf(rows)
    expect(voyages).toMatchObject([{ startUs: DAY_US }])
  })
})
