import type { Device, DeviceNotice } from '#contract/wire/device.ts'
import { type DeviceRow, NO_ACTIVITY } from '#server/records/deviceLists.ts'
import { type DeviceNoticeRow, NOTICE_PAST_MS } from '#server/records/deviceNotices.ts'

/**
 * `notices` may belong to other devices and vessels too: only those of this device on its present or last
 * vessel are used.
 */
export function toDevice(
  { id, health, kind, activity, vessel, pairedAt, unpairedAt }: DeviceRow,
  notices: readonly DeviceNoticeRow[],
  nowMs: number,
): Device {
  const { lastSeenMs, ways, formats, samplesPerMinute, clockOffsetMs } = activity ?? NO_ACTIVITY
  // A report from before the pairing belongs to the previous owner of the device.
  const report = health && health.receivedMs >= pairedAt.getTime() ? health : null
  const named = { id: vessel.id, name: vessel.name }
  return {
    id,
    kind,
    last_seen: report ? Math.max(lastSeenMs ?? 0, report.receivedMs) : lastSeenMs,
    ways,
    formats,
    samples_per_minute: samplesPerMinute,
    clock_offset: clockOffsetMs,
    vessel: unpairedAt ? null : named,
    last_vessel: named,
    paired_at: pairedAt.toISOString(),
    unpaired_at: unpairedAt?.toISOString() ?? null,
    health: report && { received_at: new Date(report.receivedMs).toISOString(), ...report.report },
    notices: notices
      .filter((notice) => notice.deviceId === id && notice.vesselId === vessel.id)
      .map((notice) => toNotice(notice, nowMs)),
  }
}

const toNotice = ({ kind, firstAt, lastAt, count, value }: DeviceNoticeRow, nowMs: number): DeviceNotice => ({
  kind,
  first_at: firstAt.toISOString(),
  last_at: lastAt.toISOString(),
  count,
  value,
  is_past: lastAt.getTime() < nowMs - NOTICE_PAST_MS,
})
