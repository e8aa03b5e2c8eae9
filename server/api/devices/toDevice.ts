import type { Device } from '#contract/device.ts'
import { type DeviceRow, NOTHING_HEARD } from '#server/records/deviceLists.ts'

export function toDevice({ id, heard, vessel, pairedAt, unpairedAt }: DeviceRow): Device {
  const { lastSeenMs, ways, formats, samplesPerMinute, clockOffsetMs } = heard ?? NOTHING_HEARD
  const named = { id: vessel.id, name: vessel.name }
  return {
    id,
    last_seen: lastSeenMs,
    ways,
    formats,
    samples_per_minute: samplesPerMinute,
    clock_offset: clockOffsetMs,
    vessel: unpairedAt ? null : named,
    last_vessel: named,
    paired_at: pairedAt.toISOString(),
    unpaired_at: unpairedAt?.toISOString() ?? null,
  }
}
