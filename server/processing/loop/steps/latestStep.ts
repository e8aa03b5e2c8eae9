import { DAY_US } from '#contract/domain/time.ts'
import type { AppendedInterval } from '#server/platform/events.ts'
import { saveVesselNotice } from '#server/records/deviceNotices.ts'
import type { DirectoryEntry } from '#server/records/vesselDirectory.ts'
import { saveVesselStates, toVesselLive } from '#server/records/vesselStates.ts'
import { SILENCE_US } from '../../formulas/parameters.ts'
import { every, type Step, type StepContext, type VesselWork } from '../step.ts'

/**
 * Publishes the newest position and values to the map with the append event, and saves them a moment later for all
 * vessels together. Data stored while processing was down has no event and is read.
 */
export const latestStep = (context: StepContext): Step => {
  const { db, telemetry, latest } = context

  function take(vessel: DirectoryEntry, interval: AppendedInterval) {
    const isNew = latest.take(interval, vessel.topSpeedMps)
    if (isNew) publishPosition(context, vessel)
    return isNew
  }

  async function takeMissed(works: readonly VesselWork[]) {
    const intervals = works.flatMap(({ vessel, fromUs, toUs }) => {
      const knownUs = (latest.get(vessel.number).lastUpdatedUs ?? 0) - SILENCE_US
      return toUs < knownUs
        ? []
        : [{ vesselNumber: vessel.number, fromUs: Math.max(fromUs, knownUs, toUs - DAY_US), toUs }]
    })
    const vesselOf = new Map(works.map(({ vessel }) => [vessel.number, vessel]))
    for (const interval of await telemetry.intervals.newest(intervals)) {
      const vessel = vesselOf.get(interval.vesselNumber)
      if (vessel) take(vessel, interval)
    }
  }

  return {
    name: 'latest',
    wokenBy: (vessel, interval) => (take(vessel, interval) ? [interval] : []),
    dueMs: every(250),
    reachUs: DAY_US,
    longestUs: Number.POSITIVE_INFINITY,
    mostWorks: 2000,
    mostUs: Number.POSITIVE_INFINITY,
    isFinished: true,
    // Positions do not depend on the other steps of a vessel.
    takesTurns: false,
    async run(works) {
      // Data stored while processing was down had no event.
      await takeMissed(works.filter(({ share }) => share === 'backlog'))
      const states = new Map(
        works.map(({ vessel }) => [vessel.id, { vesselId: vessel.id, ...latest.get(vessel.number) }]),
      )
      await db.transaction((tx) => saveVesselStates(tx, [...states.values()]))
      for (const vessel of new Set(works.map((work) => work.vessel)))
        await latest.saveNotices(vessel.number, ({ kind, timeUs }) =>
          saveVesselNotice(db, {
            ...{ vesselId: vessel.id, kind, count: 1, value: null },
            ...{ firstMs: timeUs / 1000, lastMs: timeUs / 1000 },
          }),
        )
    },
  }
}

export function publishPosition({ bus, latest, clock }: StepContext, vessel: DirectoryEntry) {
  bus.publish({
    type: 'vessel.moved',
    organizationId: vessel.organizationId,
    departmentId: vessel.departmentId,
    vesselId: vessel.id,
    live: toVesselLive(latest.get(vessel.number), clock.nowMs()),
  })
}
