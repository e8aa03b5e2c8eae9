import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** State at one acknowledgement: files synced since the one before, and files that still waited. */
export interface TracedAck {
  n: number
  synced: number
  unsynced: string[]
}

export const STRACE_OPTIONS = ['-f', '-y', '-s', '16', '-e', 'trace=fsync,fdatasync,write,pwrite64,writev']

/** Whether system calls can be traced here: strace installed, and tracing not forbidden. */
export const canTrace = () => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** Reads an strace of a process that writes `ACK n` on standard output; only files whose path `matters` are followed. */
export async function readTrace(file: string, matters: (path: string) => boolean): Promise<TracedAck[]> {
  const acks: TracedAck[] = []
  const unsynced = new Set<string>()
  const underWay = new Map<string, string>()
  let synced = 0
  const sync = (path: string | undefined) => {
    if (path !== undefined && unsynced.delete(path)) synced++
  }
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, thread = '', call = '', path = '', rest = ''] = CALL.exec(line) ?? []
    const ack = call === 'write' ? /^, "ACK (\d+)\\n"/.exec(rest) : null
    if (ack) {
      acks.push({ n: Number(ack[1]), synced, unsynced: [...unsynced] })
      synced = 0
    } else if (call.includes('write') && matters(path)) unsynced.add(path)
    else if (call.includes('sync') && rest.includes('unfinished')) underWay.set(thread, path)
    else if (call.includes('sync')) sync(path)
    else if (RESUMED_SYNC.test(line)) sync(underWay.get(line.split(' ')[0] ?? ''))
  }
  return acks
}

const CALL = /^(\d+) +(\w+)\(\d+<([^>]*)>(.*)$/
const RESUMED_SYNC = /<\.\.\. (fsync|fdatasync) resumed>.* = 0/
