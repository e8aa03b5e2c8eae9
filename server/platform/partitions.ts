/**
 * Vessels are processed in as many parts as this, each by one process at a time. A number that never changes: how far
 * processing has come is kept by them.
 */
export const PARTITIONS = 64

export const ALL_PARTITIONS: readonly number[] = Array.from({ length: PARTITIONS }, (_, i) => i)

/** Near the golden section of them: consecutive numbers lie apart, so a small fleet too is shared evenly. */
export const PARTITION_STRIDE = 39

export const partitionOf = (vesselNumber: number): number => (vesselNumber * PARTITION_STRIDE) % PARTITIONS
