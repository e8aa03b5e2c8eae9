/** A fresh demo, started as `npm start` does, on an empty directory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface DemoProcess {
  pid: number
  /** Where it answers, once it does. */
  url: Promise<string>
  /** What it logs of the demo: `demo history 40 %`, `demo figures complete`. */
  onMessage(listener: (message: string) => void): void
  /** Settles when it has ended, by itself or by `stop`. */
  ended: Promise<void>
  stop(): Promise<void>
}

export function startDemoProcess(): DemoProcess {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const words = scripts.start.split(' ')
  const variables = words.slice(0, words.indexOf('node')).map((word) => word.split('=') as [string, string])
  const dataDir = mkdtempSync(join(tmpdir(), 'binnacle-bench-'))
  const args = [...words.slice(words.indexOf('node') + 1), '--port', '0', '--data', dataDir]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, MQTT_PORT: '0', ...Object.fromEntries(variables) },
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
  const ended = once(child, 'exit').then(() => rmSync(dataDir, { recursive: true }))
  return {
    ...{ pid: child.pid ?? 0, url: answering.promise, ended },
    onMessage: (listener) => listeners.push(listener),
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}
