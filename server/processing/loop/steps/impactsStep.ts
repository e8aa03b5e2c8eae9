import { MINUTE_US, SECOND_US } from '#contract/domain/time.ts'
import { markIntervalsStale } from '#server/records/trips.ts'
import { impactSeconds, SECONDS_CONTEXT_US } from '../../formulas/impacts/impactSeconds.ts'
import { motionAround } from '../../formulas/impacts/motionAround.ts'
import { every, type Step, type StepContext } from '../step.ts'
import { publishPosition } from './latestStep.ts'
import { intervalOf, joined, MOST_MOTION_US, oneByOne } from './motionWorks.ts'
import { STEP_OF } from './rulesStep.ts'

/** Motion becomes the impact of each second. */
export const impactsStep = (context: StepContext): Step => ({
  name: 'impacts',
  wokenBy: (_vessel, { motion }) => motion,
  // Each run reads four seconds around new samples, so shorter pauses read everything more often. The helm
  // shows an impact for three seconds, so longer pauses would leave its gauge empty.
  dueMs: every(3000),
  reachUs: 2 * SECOND_US,
  // Motion of more vessel time than this, worked off at once, would keep people waiting.
  longestUs: 20 * MINUTE_US,
  isRecentFirst: true,
  mostWorks: 1000,
  mostUs: MOST_MOTION_US,
  isAwaited: true,
  precedesFigures: true,
  takesTurns: true,
  async run(works) {
    const { db, telemetry, sensors, latest } = context
    const affected = await motionAround(telemetry, works.map(intervalOf), SECONDS_CONTEXT_US, SECOND_US)
    const computed = await oneByOne(affected, ({ vesselNumber, fromUs, toUs, motion }) => ({
      vesselNumber,
      scalars: impactSeconds(motion, fromUs, toUs, sensors.get(vesselNumber)),
      ...{ fixes: [], motion: [], ais: [], faults: [] },
    }))
    await telemetry.appendDerived(computed)
    const withData = works.filter((_, i) => computed[i]?.scalars.length !== 0)
    await markIntervalsStale(
      db,
      joined(withData).map(({ vessel, fromUs, toUs }) => ({ vesselId: vessel.id, fromUs, toUs })),
    )
    return works.flatMap(({ vessel, fromUs, toUs, share, sinceMs }, i) => {
      const scalars = computed[i]?.scalars ?? []
      if (scalars.length === 0) return []
      const about = { vesselNumber: vessel.number, fromUs, toUs, sinceMs }
      const evaluated = { ...about, step: STEP_OF.derived, share }
      if (!latest.takeImpacts(vessel.number, scalars)) return [evaluated]
      publishPosition(context, vessel)
      return [{ ...about, step: 'latest', share: 'live' as const }, evaluated]
    })
  },
})
