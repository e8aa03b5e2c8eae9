import { spawn } from 'node:child_process'
import { Intake } from './intake.ts'
import { type Connect, keepOpen } from './keepOpen.ts'
import type { SourceKind } from './sourceKind.ts'
import { StreamReader } from './streamReader.ts'

/** A SocketCAN interface, read by `candump` of can-utils: Node has no such sockets without a native module. */
export const canKind: SourceKind = {
  example: 'can://can0',
  does: 'A CAN interface of this computer through candump (Debian package can-utils).',
  open({ text, host }, { emit, log, timing }) {
    if (!/^[A-Za-z0-9_.-]{1,15}$/.test(host)) throw new Error(`${text} names no interface such as can0`)
    return keepOpen(text, (link) => candump(host, link), new Intake(emit), log, timing)
  },
}

function candump(network: string, { intake, signal, opened }: Parameters<Connect>[0]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('candump', ['-L', network], { stdio: ['ignore', 'pipe', 'pipe'] })
    const reader = new StreamReader(intake)
    // Without a process, `kill` would end the group of this program.
    const kill = () => void (child.pid !== undefined && child.kill())
    let complaint = ''
    child.on('spawn', opened)
    child.stdout.on('data', (chunk: Buffer) => reader.read(chunk))
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = chunk.toString().trim().slice(-200) || complaint
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      signal.removeEventListener('abort', kill)
      reject(error.code === 'ENOENT' ? new Error('candump is missing: install can-utils') : error)
    })
    child.on('close', (code) => {
      signal.removeEventListener('abort', kill)
      if (signal.aborted) resolve()
      else reject(new Error(complaint || `candump ended with ${code}`))
    })
    signal.addEventListener('abort', kill)
    if (signal.aborted) kill()
  })
}
