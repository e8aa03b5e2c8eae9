import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, loadavg, uptime } from 'node:os'
import { join } from 'node:path'

const POWER = '/sys/class/power_supply'

/** Monotonic clock of this boot, in ms: the same for every program since the machine started. */
export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6

/** Id of this boot of the machine, to which `monotonicMs` belongs. Elsewhere than on Linux, each start is a boot of its own. */
export const bootId = () => readText('/proc/sys/kernel/random/boot_id') ?? randomUUID()

/** Charge from 0 to 1 of the first battery that Linux reports; null without one. */
function batteryCharge(): number | null {
  try {
    for (const name of readdirSync(POWER)) {
      const percent = Number(readText(join(POWER, name, 'capacity')) ?? Number.NaN)
      if (readText(join(POWER, name, 'type')) === 'Battery' && percent >= 0) return Math.min(percent / 100, 1)
    }
  } catch {
    // No such folder: a machine without power supplies that Linux knows.
  }
  return null
}

function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

export const machineState = (folder: string) => ({
  battery: batteryCharge(),
  /** Processes that run or wait, a core, in the last minute. */
  load: (loadavg()[0] ?? 0) / availableParallelism(),
  uptime_s: Math.round(uptime()),
  memory_bytes: process.memoryUsage.rss(),
  disk_free_bytes: freeBytes(folder),
})

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
