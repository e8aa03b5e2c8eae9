import type { DeviceHealth } from '#contract/wire/deviceHealth.ts'
import type { LinkState } from '../send/sender.ts'

/** State of the program in one line. */
export function statusLine(link: LinkState, { waiting, sources, disk_used_bytes }: DeviceHealth): string {
  const connected = sources.filter((source) => source.connected).length
  const records = Object.values(waiting).reduce((sum, one) => sum + one.records, 0)
  return [
    link.pairing === 'paired' ? (link.error ?? 'link works') : 'not paired',
    `${connected} of ${sources.length} sources`,
    `${records} messages wait (${megabytes(disk_used_bytes)})`,
    `${link.acknowledgedRecords} stored on shore`,
    `${megabytes(link.sentBytes)} sent`,
  ].join(', ')
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
