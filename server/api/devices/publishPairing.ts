import type { Bus } from '#server/platform/bus.ts'

export interface PairedVessel {
  id: string
  number: number
  organizationId: string
  departmentId: string
}

/** Publishes devices to the gateway, vessels to the console, and the ends of trips to processing. */
export function publishPairing(
  bus: Bus,
  {
    devices,
    put = [],
    taken = [],
    now,
  }: { devices: string[]; put?: PairedVessel[]; taken?: PairedVessel[]; now: Date },
): void {
  for (const deviceId of devices) bus.publish({ type: 'device.changed', deviceId })
  for (const { id: vesselId, organizationId, departmentId } of [...put, ...taken])
    bus.publish({ type: 'vessel.changed', vesselId, organizationId, departmentId })
  const atUs = now.getTime() * 1000
  for (const { number } of taken)
    bus.publish({ type: 'trips.corrected', vesselNumber: number, fromUs: atUs, toUs: atUs })
}
