import { type DeviceHealth, waitingBytes } from '#contract/wire/deviceHealth.ts'
import type { LinkState } from '../send/sender.ts'

/** One line for the admin page: the pairing, the link, and what waits. */
export function pluginStatus(link: LinkState, health: DeviceHealth): string {
  if (link.pairing === 'waiting')
    return link.pairingCode === null
      ? `Not paired. ${waitingWords(health)}`
      : `Pairing code ${link.pairingCode}: type it in the console. ${waitingWords(health)}`
  if (link.pairing === 'unknown') return `Connecting. ${waitingWords(health)}`
  return link.error === null
    ? `Paired. ${waitingWords(health)}`
    : `Paired, no link: ${link.error} ${waitingWords(health)}`
}

function waitingWords(health: DeviceHealth): string {
  const bytes = waitingBytes(health)
  if (bytes === 0) return 'Everything is ashore.'
  return `${bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`} wait on disk.`
}

/** The same as values of the data model, below `plugins.taffrail`. */
export function stateValues(
  link: LinkState,
  health: DeviceHealth,
  acknowledgedMs: number | null,
): { path: string; value: unknown }[] {
  const values = {
    'pairing.state': link.pairing,
    'pairing.code': link.pairingCode,
    'link.error': link.error,
    // In whole seconds, so that a value which did not change is the same.
    'link.lastAcknowledged':
      acknowledgedMs === null ? null : new Date(Math.round(acknowledgedMs / 1000) * 1000).toISOString(),
    'link.acknowledgedRecords': link.acknowledgedRecords,
    'disk.waitingBytes': waitingBytes(health),
    'disk.usedBytes': health.disk_used_bytes,
  }
  return Object.entries(values).map(([path, value]) => ({ path: `plugins.taffrail.${path}`, value }))
}
