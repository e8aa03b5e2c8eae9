import type { AisReport, Fault, Fix, ImuBlock, ScalarReading, SenderFact } from '#contract/reading.ts'

/** What one vessel has to store. */
export interface VesselReadings {
  vesselNumber: number
  scalars: readonly ScalarReading[]
  fixes: readonly Fix[]
  imu: readonly ImuBlock[]
  ais: readonly AisReport[]
  faults: readonly Fault[]
  senders?: readonly SenderFact[]
}
