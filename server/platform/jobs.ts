import type { Bus } from './bus.ts'
import type { Job } from './events.ts'

/** Publishes to the processes with a job that there is new or cancelled work. */
export const jobTrigger = (bus: Bus, job: Job): { wake(): void } => ({
  wake: () => bus.publish({ type: 'job.wanted', job }),
})

/** Wakes a job at a request, and when a request may have been missed. Returns a function that stops it. */
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
