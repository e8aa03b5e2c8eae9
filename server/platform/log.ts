import { format } from 'node:util'

/** One JSON line an event on standard error. Fields contain no secrets. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

const line = (level: string, message: string, fields: Record<string, unknown> = {}) =>
  `${JSON.stringify({ time: new Date().toISOString(), level, message, ...plain(fields) })}\n`

/** A log that adds these fields to each line. */
export const openLog = (always: Record<string, unknown> = {}): Log => ({
  info: (message, fields) => void process.stderr.write(line('info', message, { ...always, ...fields })),
  warn: (message, fields) => void process.stderr.write(line('warn', message, { ...always, ...fields })),
  error: (message, fields) => void process.stderr.write(line('error', message, { ...always, ...fields })),
})

export const standardLog: Log = openLog()

/** Writes console output of libraries and of Node itself into the log, so that all of it is read alike. */
export function logConsole(log: Log): void {
  console.warn = (...text) => log.warn('console', { text: format(...text) })
  console.error = (...text) => log.error('console', { text: format(...text) })
  process.removeAllListeners('warning').on('warning', (warning) => log.warn('node', { warning }))
}

/** Replaces errors by their text, because they serialise as empty objects. */
const plain = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? (value.stack ?? value.message) : value,
    ]),
  )
