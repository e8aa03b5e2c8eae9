import { MINUTE_US } from '#contract/domain/time.ts'
import { insertSensors } from '#server/records/sensors.ts'
import { markIntervalsStale } from '#server/records/trips.ts'
import { BLOCK_US } from '#server/telemetry/impactBlock.ts'
import { BLOCK_CONTEXT_US, impactBlocks } from '../../formulas/impacts/impactBlocks.ts'
import { motionAround } from '../../formulas/impacts/motionAround.ts'
import { every, type Step, type StepContext } from '../step.ts'
import { intervalOf, joined, MOST_MOTION_US, oneByOne } from './motionWorks.ts'

/** Turns motion into impacts, in blocks, and registers sensors with their first samples. */
export const peaksStep = (context: StepContext): Step => ({
  name: 'peaks',
  wokenBy: (_vessel, { motion }) => motion,
  // Results grow by this much at a time, since each run also reads half as much around it.
  dueMs: every(30_000),
  reachUs: 2_000_000,
  // Motion of more vessel time than this, worked off at once, would keep people waiting.
  longestUs: 20 * MINUTE_US,
  isRecentFirst: true,
  mostWorks: 1000,
  mostUs: MOST_MOTION_US,
  isAwaited: true,
  precedesFigures: true,
  takesTurns: true,
  async run(works) {
    const { db, telemetry, sensors } = context
    const affected = await motionAround(telemetry, works.map(intervalOf), BLOCK_CONTEXT_US, BLOCK_US)
    const blocks = await oneByOne(affected, ({ vesselNumber, fromUs, toUs, motion }) =>
      impactBlocks(motion, fromUs, toUs, sensors.get(vesselNumber)),
    )
    await telemetry.impacts.store(blocks.flat())
    const withData = works.filter((_, i) => affected[i]?.motion.length !== 0)
    await markIntervalsStale(
      db,
      joined(withData).map(({ vessel, fromUs, toUs }) => ({ vesselId: vessel.id, fromUs, toUs })),
    )
    const fresh = affected.flatMap(({ vesselNumber, motion }, i) =>
      motion.flatMap(({ sensor }) => {
        const vesselId = works[i]?.vessel.id
        const known = sensors.get(vesselNumber)?.has(sensor)
        return known || vesselId === undefined ? [] : [{ vesselId, number: sensor }]
      }),
    )
    if (fresh.length === 0) return
    await insertSensors(db, fresh)
    context.readAgain()
  },
})
