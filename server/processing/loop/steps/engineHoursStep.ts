import { isDeepStrictEqual } from 'node:util'
import { SEGMENT_US } from '#contract/domain/engineHours.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { AppendedInterval } from '#server/platform/events.ts'
import {
  engineCuts,
  lockEngines,
  noteEnginesCounted,
  refreshEngines,
  storeSegments,
  uncountedVessels,
  vesselsWithSegments,
} from '#server/records/engines.ts'
import { refreshTasks, vesselsToCheck } from '#server/records/maintenance.ts'
import { type SettledAlert, settleTaskAlerts } from '#server/records/maintenanceAlerts.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import { type CountedEngines, countEngines } from '../../formulas/engines/countEngines.ts'
import { every, type FollowUp, type Step, type StepContext, type VesselWork } from '../step.ts'

/** Hours change slowly: an engine that runs is counted again this often. */
const COUNTED_EVERY_MS = 10 * MINUTE_MS
const LOOK_EVERY_MS = MINUTE_MS
const VESSELS_AT_ONCE = 50
/** Dates at the boat's pace, and those of the calendar, are computed again this often. */
const CHECKED_EVERY_MS = HOUR_MS
/** Marks of people can be entered while samples are counted; then these are counted once more. */
const MOST_TRIES = 3

const isOfEngine = ({ key }: { key: string }) => key === 'engine_speed' || key === 'engine_hours'
const concernsEngines = ({ readings }: AppendedInterval) => !readings || readings.scalars.some(isOfEngine)

/** Work that has no time of its own. */
const ANY_TIME = { fromUs: 0, toUs: 0, share: 'backlog' } as const
const RARELY = {
  ...{ reachUs: 0, longestUs: Number.POSITIVE_INFINITY, mostUs: Number.POSITIVE_INFINITY },
  ...{ mostWorks: VESSELS_AT_ONCE, takesTurns: false },
} as const

function publishSettled(bus: Bus, vessel: DirectoryEntry, settled: readonly SettledAlert[]) {
  const { id: vesselId, organizationId, departmentId } = vessel
  for (const { alertId, isNew } of settled)
    bus.publish({
      type: isNew ? 'alert.raised' : 'alert.changed',
      ...{ organizationId, departmentId, vesselId, alertId },
    })
}

const foundOf = ({ number }: { number: number }) => ({ vesselNumber: number, ...ANY_TIME })

/** Counts the hours of engines from stored samples, and what is due by them. */
export const engineHoursStep = ({ db, telemetry, bus, clock }: StepContext): Step => {
  /** False when a person entered hours since `cuts` were read. */
  async function store(
    { vessel }: VesselWork,
    counted: CountedEngines,
    cuts: Awaited<ReturnType<typeof engineCuts>>,
  ): Promise<boolean> {
    const settled = await db.transaction(async (tx) => {
      await lockEngines(tx, vessel.id)
      if (!isDeepStrictEqual(await engineCuts(tx, [vessel.id]), cuts)) return null
      await storeSegments(tx, vessel.id, counted)
      await refreshEngines(tx, vessel.id, counted.fromUs, clock.nowMs())
      await refreshTasks(tx, vessel.id, clock.nowMs())
      return settleTaskAlerts(tx, vessel.id, clock.nowMs())
    })
    if (settled) publishSettled(bus, vessel, settled)
    return settled !== null
  }

  return {
    name: 'engineHours',
    wokenBy: (_vessel, interval) => (concernsEngines(interval) ? [interval] : []),
    dueMs: every(COUNTED_EVERY_MS),
    reachUs: SEGMENT_US,
    longestUs: 4 * SEGMENT_US,
    isRecentFirst: true,
    mostWorks: 40,
    mostUs: 40 * SEGMENT_US,
    takesTurns: false,
    async run(works) {
      const pending = new Set(works)
      for (let tries = 0; pending.size > 0 && tries < MOST_TRIES; tries++) {
        const some = [...pending]
        const cuts = await engineCuts(db, [...new Set(some.map(({ vessel }) => vessel.id))])
        const intervals = some.map(({ vessel, fromUs, toUs }) => ({
          vesselNumber: vessel.number,
          fromUs,
          toUs,
        }))
        const counted = await countEngines(telemetry, intervals, cuts)
        const known = await vesselsWithSegments(
          db,
          some.map(({ vessel }) => vessel.id),
          {
            fromUs: Math.min(...counted.map(({ fromUs }) => fromUs)),
            toUs: Math.max(...counted.map(({ toUs }) => toUs)),
          },
        )
        for (const [i, work] of some.entries()) {
          const of = counted[i]
          const isNothing = !of || (of.segments.length === 0 && !known.has(work.vessel.id))
          const ofVessel = cuts.filter(({ vesselId }) => vesselId === work.vessel.id)
          if (isNothing || (await store(work, of, ofVessel))) pending.delete(work)
        }
      }
      if (pending.size > 0) throw new Error('the hours of engines changed while they were counted')
    },
  }
}

/** Searches all samples of vessels that were never searched for engines. */
export const engineHistoryStep = ({ db, telemetry, partitions }: StepContext): Step => ({
  name: 'engineHistory',
  find: async () => (await uncountedVessels(db, partitions, VESSELS_AT_ONCE)).map(foundOf),
  findEveryMs: LOOK_EVERY_MS,
  ...RARELY,
  async run(works) {
    const followUps: FollowUp[] = []
    for (const { vessel, sinceMs } of works) {
      const extent = await telemetry.intervals.extent(vessel.number)
      const { firstUs: fromUs, lastUs: toUs } = extent ?? { firstUs: 0, lastUs: -1 }
      for (const touched of extent
        ? await telemetry.intervals.touched({ vesselNumber: vessel.number, fromUs, toUs })
        : [])
        followUps.push({
          step: 'engineHours',
          vesselNumber: vessel.number,
          ...touched,
          share: 'backlog',
          sinceMs,
        })
    }
    await noteEnginesCounted(
      db,
      works.map(({ vessel }) => vessel.id),
    )
    return followUps
  },
})

/** Computes due dates again as time passes and trips add miles, and raises the alerts about them. */
export const maintenanceStep = ({ db, bus, clock, partitions }: StepContext): Step => ({
  name: 'maintenance',
  find: async (nowMs) =>
    (await vesselsToCheck(db, partitions, new Date(nowMs - CHECKED_EVERY_MS), VESSELS_AT_ONCE)).map(foundOf),
  findEveryMs: LOOK_EVERY_MS,
  ...RARELY,
  async run(works) {
    for (const { vessel } of works) {
      const settled = await db.transaction(async (tx) => {
        await refreshTasks(tx, vessel.id, clock.nowMs())
        return settleTaskAlerts(tx, vessel.id, clock.nowMs())
      })
      publishSettled(bus, vessel, settled)
    }
  },
})
