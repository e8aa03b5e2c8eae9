import { HOUR_MS, HOUR_US } from '#contract/domain/time.ts'
import type { FollowUp, Step, StepContext } from '../step.ts'

/** Turns motion again wherever there is any since a changed mounting. */
export const mountingsStep = ({
  telemetry,
  clock,
  readAgain,
}: Pick<StepContext, 'telemetry' | 'clock' | 'readAgain'>): Step => ({
  name: 'mountings',
  reachUs: 0,
  longestUs: Number.POSITIVE_INFINITY,
  mostWorks: 1,
  mostUs: Number.POSITIVE_INFINITY,
  isAwaited: true,
  takesTurns: false,
  async run(works) {
    // Later steps load the new mounting.
    readAgain()
    const followUps: FollowUp[] = []
    for (const { vessel, fromUs, toUs, sinceMs } of works) {
      const until = Math.min(toUs, (clock.nowMs() + HOUR_MS) * 1000)
      for (const hourUs of await telemetry.impacts.hoursWithData({
        vesselNumber: vessel.number,
        fromUs,
        toUs: until,
      })) {
        const span = { fromUs: Math.max(fromUs, hourUs), toUs: Math.min(until, hourUs + HOUR_US - 1) }
        for (const step of ['impacts', 'peaks'])
          followUps.push({ step, vesselNumber: vessel.number, ...span, share: 'backlog', sinceMs })
      }
    }
    return followUps
  },
})
