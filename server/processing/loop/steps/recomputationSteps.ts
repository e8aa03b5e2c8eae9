/** Steps for choices that recompute all of a vessel's past. */
import { sensorsOf } from '#server/records/sensors.ts'
import { markTripsStale } from '#server/records/trips.ts'
import type { FollowUp, Step, StepContext } from '../step.ts'
import { STEP_OF } from './rulesStep.ts'

const rarely = {
  reachUs: 0,
  longestUs: Number.POSITIVE_INFINITY,
  mostWorks: 1,
  mostUs: Number.POSITIVE_INFINITY,
  isAwaited: true,
} as const

/** Steps that depend on positions and speeds; impacts do not. */
const OF_ACCEPTED = ['trips', STEP_OF.samples, STEP_OF.analysed, STEP_OF.figures]

/**
 * Handles a change of the accepted positions and speeds. Voyages may appear where none were found, and alerts based on
 * the old ones no longer hold. The search for voyages measures all of them again.
 */
export const voyagesStep = ({ telemetry, readAgain }: StepContext): Step => ({
  ...{ name: 'voyages', ...rarely, takesTurns: false },
  async run(works) {
    readAgain()
    const followUps: FollowUp[] = []
    for (const { vessel, sinceMs } of works) {
      const extent = await telemetry.intervals.extent(vessel.number)
      if (!extent) continue
      const { firstUs: fromUs, lastUs: toUs } = extent
      // Skips years without stored data.
      for (const touched of await telemetry.intervals.touched({ vesselNumber: vessel.number, fromUs, toUs }))
        for (const step of OF_ACCEPTED)
          followUps.push({ step, vesselNumber: vessel.number, ...touched, share: 'backlog', sinceMs })
    }
    return followUps
  },
})

/**
 * Applies the choice of motion sensors for the vessel. Takes turns with the impact steps, which may have
 * loaded the earlier choice.
 */
export const sensorsStep = ({ db, telemetry, readAgain }: StepContext): Step => ({
  ...{ name: 'sensors', ...rarely, takesTurns: true },
  async run(works) {
    readAgain()
    for (const { vessel } of works) {
      const chosen = (await sensorsOf(db, vessel.id)).filter(({ useWithSafetySpeed }) => useWithSafetySpeed)
      await telemetry.impacts.chooseSensors(
        vessel.number,
        chosen.map(({ number }) => number),
      )
      await markTripsStale(db, vessel.id)
    }
  },
})
