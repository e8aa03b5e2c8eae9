/** The program as a person starts it, in a process of its own, for tests and journeys. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'

import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const SCRIPTS = {
  start: '../start.sh',
  import: '../commands/importFiles.ts',
  device: '../commands/smallDevice.ts',
  'new-device': '../commands/newDevice.ts',
  basemap: '../commands/fetchArea.ts',
  backup: '../commands/backup.ts',
  restore: '../commands/restore.ts',
} as const
type Script = keyof typeof SCRIPTS

/** Cache of compiled code, so that each process of the tests need not compile again. */
const ENV = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
  ...process.env,
}

const pathOf = (script: Script) => fileURLToPath(new URL(SCRIPTS[script], import.meta.url))

const commandLine = (path: string, args: readonly string[]): [string, string[]] =>
  path.endsWith('.sh') ? [path, [...args]] : [process.execPath, [path, ...args]]

export interface Program {
  url: string
  pid: number
  mqttPort: number | null
  /** Output and log of the program so far. */
  printed(): { output: string; log: string }
  stop(): Promise<void>
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>
}

export class ProgramEnded extends Error {}

/**
 * Resolves once the program has printed its address; rejects with ProgramEnded and its output when it ends instead.
 * `command` may be that of another version.
 */
/** Key of processes whose stores are elsewhere: several of them need the same one. */
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  command = pathOf('start'),
): Promise<Program> {
  const child = spawn(...commandLine(command, ['--port', '0', ...args]), {
    env: { ...ENV, MQTT_PORT: '0', ...(env.DATABASE_URL && { SECRETS_KEY }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { output: '', log: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.log += text
  })
  const url = await whereItIs(child, printed)
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  return {
    url,
    pid: child.pid ?? 0,
    mqttPort: Number(/MQTT on port (\d+)/.exec(printed.output)?.[1] ?? 0) || null,
    printed: () => printed,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  }
}

function whereItIs(child: ChildProcess, printed: { output: string; log: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new ProgramEnded(printed.output + printed.log)))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed.output += text
      const url = /is at (http:\S+)/.exec(printed.output)?.[1]
      if (url && printed.output.includes('Ctrl-C')) resolve(url)
    })
  })
}

/** Runs a command of the project to its end. `path` may be that of another version. */
export async function runScript(
  script: Script,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  path = pathOf(script),
): Promise<{ code: number; output: string; errors: string }> {
  const options = { env: { ...ENV, ...env } }
  try {
    const { stdout, stderr } = await promisify(execFile)(...commandLine(path, args), options)
    return { code: 0, output: stdout, errors: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout, errors: stderr }
  }
}

export interface RunningScript {
  /** Output of the program so far. */
  output(): string
  /** Resolves with the match of a pattern in the program's output; rejects when the program ends before. */
  prints(pattern: RegExp): Promise<RegExpExecArray>
  /** Ends it at once: when interrupted, it would wait for the acknowledgement of its messages. */
  kill(): Promise<void>
}

/** Starts a command of the project that goes on until it is stopped, as a device does. */
export function startScript(script: Script, args: readonly string[]): RunningScript {
  const child = spawn(process.execPath, [pathOf(script), ...args], {
    env: ENV,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let waiting: (() => void)[] = []
  const onOutput = (text: string) => {
    output += text
    for (const look of waiting) look()
  }
  child.stdout.setEncoding('utf8').on('data', onOutput)
  child.stderr.setEncoding('utf8').on('data', onOutput)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    output: () => output,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output)
          if (found) resolve(found)
        }
        waiting = [...waiting, look]
        void ended.then(() => reject(new ProgramEnded(output)))
        look()
      }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
