import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts hundredths of a second. */
const TICKS_PER_S = 100

/** CPU seconds of this process since its start by the name of the thread; Linux only. */
export function threadsCpuS(): Record<string, number> {
  const byName: Record<string, number> = {}
  for (const task of readdirSync('/proc/self/task')) {
    try {
      const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8')
      const name =
        task === `${process.pid}` ? 'JavaScript' : stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      byName[name] = (byName[name] ?? 0) + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
    } catch {
      // The thread has ended.
    }
  }
  return byName
}
