/**
 * `node bench/demoMemory.ts [MINUTES]`: what the process of a fresh demo holds, started as `npm start` does, on an empty
 * directory, until its figures are complete or for so many minutes. Holds for any load: a slow machine only takes longer.
 */
import { readFileSync } from 'node:fs'
import { startDemoProcess } from './demoProcess.ts'

const forMs = Number(process.argv[2] ?? 30) * 60_000
const demo = startDemoProcess()

const heldMb: number[] = []
const sampling = setInterval(() => heldMb.push(kilobytes('VmRSS') / 1024), 500)
const ending = setTimeout(demo.stop, forMs)
demo.onMessage((message) => {
  console.log(`${message}: ${summary()}`)
  if (message === 'demo figures complete') void demo.stop()
})
await demo.ended
clearInterval(sampling)
clearTimeout(ending)

function summary(): string {
  const sorted = heldMb.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  const peakMb = Math.round(kilobytes('VmHWM') / 1024)
  return `${at(0.5)} MB at the median, ${at(0.95)} at p95, ${peakMb} at the peak, for ${processorS()} s of processor`
}

function kilobytes(name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${demo.pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
}

function processorS(): number {
  const fields = readFileSync(`/proc/${demo.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Math.round((Number(fields[11]) + Number(fields[12])) / 100)
}
