/**
 * `node bench/demoMemory.ts [MINUTES]`: what the process of a fresh demo holds, started as `npm start` does, on an empty
 * directory, until its figures are complete or for so many minutes. Holds for any load: a slow machine only takes longer.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { positionals } = parseArgs({ allowPositionals: true })
const forMs = Number(positionals[0] ?? 30) * 60_000

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
const words = scripts.start.split(' ')
const variables = words.slice(0, words.indexOf('node')).map((word) => word.split('=') as [string, string])
const dataDir = mkdtempSync(join(tmpdir(), 'binnacle-bench-'))
const args = [...words.slice(words.indexOf('node') + 1), '--port', '0', '--data', dataDir]
const demo = spawn(process.execPath, args, {
  env: { ...process.env, MQTT_PORT: '0', ...Object.fromEntries(variables) },
  stdio: ['ignore', 'ignore', 'pipe'],
})

const heldMb: number[] = []
const sampling = setInterval(() => heldMb.push(kilobytes('VmRSS') / 1024), 500)
const ending = setTimeout(() => demo.kill('SIGINT'), forMs)
demo.stderr.setEncoding('utf8').on('data', (text: string) => {
  for (const [, what] of text.matchAll(/"message":"(demo [^"]+)"/g)) {
    console.log(`${what}: ${summary()}`)
    if (what === 'demo figures complete') demo.kill('SIGINT')
  }
})
demo.once('exit', () => {
  clearInterval(sampling)
  clearTimeout(ending)
  rmSync(dataDir, { recursive: true })
})

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
