import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts hundredths of a second. */
const TICKS_PER_S = 100

/** CPU seconds of a process and its children since their start, without those that ended; Linux only. */
export function serverCpuS(pid: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(Number(name))
    if (stat && (Number(name) === pid || stat.parent === pid)) ticks += stat.ticks
  }
  return ticks / TICKS_PER_S
}

export const parentOf = (pid: number) => statOf(pid)?.parent ?? 0

function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program in brackets may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    // The process has ended.
    return null
  }
}
