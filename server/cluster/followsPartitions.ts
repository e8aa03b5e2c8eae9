import { ALL_PARTITIONS } from '#server/platform/partitions.ts'
import type { Processing } from '#server/processing/loop/startProcessing.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import type { SharedBus } from './natsBus.ts'

/** Processing that receives the events about its own vessels alone. It follows a partition before it reads what was missed. */
export function followsPartitions(
  processing: Processing,
  bus: Pick<SharedBus, 'follow' | 'unfollow'>,
  telemetry: { sources: Pick<Telemetry['sources'], 'readAgain'> },
): Processing {
  return {
    ...processing,
    async hold(partitions) {
      await bus.follow(partitions)
      // Appends to these vessels were not received before.
      telemetry.sources.readAgain()
      await processing.hold(partitions)
    },
    async drop(partitions) {
      await processing.drop(partitions)
      bus.unfollow(partitions)
    },
    async close() {
      await processing.close()
      bus.unfollow(ALL_PARTITIONS)
    },
  }
}
