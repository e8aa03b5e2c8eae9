import { ALL_PARTITIONS } from '#server/platform/partitions.ts'
import type { StepContext } from '#server/processing/loop/step.ts'

/** Parts of the context of a step that runs alone: all vessels are its own, and no work waits before it. */
export const quietContext = {
  sensors: new Map(),
  partitions: new Set(ALL_PARTITIONS),
  readAgain: () => undefined,
  isMissing: () => false,
  isAwaited: () => false,
} satisfies Partial<StepContext>
