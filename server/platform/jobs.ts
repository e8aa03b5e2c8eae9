import type { Bus } from './bus.ts'
import type { Job } from './events.ts'

/** A word to whoever does a job, in whichever process: something waits, or is wanted no more. */
export const jobTrigger = (bus: Bus, job: Job): { wake(): void } => ({
  wake: () => bus.publish({ type: 'job.wanted', job }),
})

/** Wakes whoever does a job when somebody asks for it, and when that may not have been heard. Answers how to stop it. */
export function onJobWanted(bus: Bus, job: Job, doer: { wake(): void }): () => void {
  const leave = [
    bus.subscribe('job.wanted', (event) => {
      if (event.job === job) doer.wake()
    }),
    bus.subscribe('events.missed', () => doer.wake()),
  ]
  return () => {
    for (const stop of leave) stop()
  }
}
