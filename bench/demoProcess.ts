/** A fresh demo, started as `npm start` does on an empty directory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quantile } from './figures.ts'

export interface DemoProcess {
  pid: number
  /** Address of the demo, once it answers. */
  url: Promise<string>
  /** Calls the listener with log messages of the demo: `demo history 40 %`, `demo figures complete`. */
  onMessage(listener: (message: string) => void): void
  /** Memory use since the start, sampled twice a second. */
  held(): string
  /** Settles when the process has ended, by itself or by `stop`. */
  ended: Promise<void>
  stop(): Promise<void>
}

export function startDemoProcess(): DemoProcess {
  const dataDir = mkdtempSync(join(tmpdir(), 'taffrail-bench-'))
  const child = spawn('sh', ['server/start.sh', '--port', '0', '--data', dataDir], {
    env: { ...process.env, MQTT_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const answering = Promise.withResolvers<string>()
  let welcome = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    welcome += text
    const [, url] = /is at (http:\S+)/.exec(welcome) ?? []
    if (url) answering.resolve(url)
  })
  const listeners: ((message: string) => void)[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const [, message] of text.matchAll(/"message":"(demo [^"]+)"/g))
      for (const listener of listeners) listener(message as string)
  })
  const heldMb: number[] = []
  const sampling = setInterval(() => heldMb.push(megabytes(child.pid, 'VmRSS')), 500)
  const ended = once(child, 'exit').then(() => {
    clearInterval(sampling)
    rmSync(dataDir, { recursive: true })
  })
  return {
    ...{ pid: child.pid ?? 0, url: answering.promise, ended },
    onMessage: (listener) => listeners.push(listener),
    held() {
      const at = (share: number) => Math.round(quantile(heldMb, share))
      const peak = Math.round(megabytes(child.pid, 'VmHWM'))
      return `${at(0.5)} MB at the median, ${at(0.95)} at p95, ${peak} at the peak, for ${processorS(child.pid)} s of processor`
    },
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

/** Memory from /proc in MB; 0 when the process has ended. */
function megabytes(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read(pid, 'status'))?.[1] ?? 0) / 1024
}

function processorS(pid: number | undefined): number {
  const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return Math.round((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100)
}

function read(pid: number | undefined, what: 'status' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
