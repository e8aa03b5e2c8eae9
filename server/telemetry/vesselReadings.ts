import type {
  AisReport,
  Fault,
  Fix,
  MotionBlock,
  ScalarReading,
  SenderFact,
} from '#contract/domain/reading.ts'

/** Readings of one vessel to store. */
export interface VesselReadings {
  vesselNumber: number
  scalars: readonly ScalarReading[]
  fixes: readonly Fix[]
  motion: readonly MotionBlock[]
  ais: readonly AisReport[]
  faults: readonly Fault[]
  senders?: readonly SenderFact[]
}
