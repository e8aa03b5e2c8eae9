import { useSyncExternalStore } from 'react'
import { Problem } from '#contract/wire/errors.ts'
import { MAX_LOG_BYTES } from '#contract/wire/logImport.ts'
import { sendLog } from '../api/logs.ts'
import type { MessageKey } from '../i18n/messageKey.ts'
import { queryClient } from '../session/queryClient.ts'

/** Log file that is being uploaded, or that failed. */
export interface Upload {
  key: number
  vesselId: string
  fileName: string
  /** Sent share, 0 to 1. */
  sent: number
  problem: MessageKey | null
}

let uploads: readonly Upload[] = []
let lastKey = 0
/** Uploads one file after the other: parallel uploads would not be faster. */
let sending: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()

/** Uploads files; the upload continues when the user opens another page. */
export function sendLogs(vesselId: string, files: Iterable<File>): void {
  for (const file of files) {
    const key = ++lastKey
    uploads = [...uploads, { key, vesselId, fileName: file.name, sent: 0, problem: faultOf(file) }]
    if (!faultOf(file)) sending = sending.then(() => send(key, vesselId, file))
  }
  notify()
}

export function forgetUpload(key: number): void {
  uploads = uploads.filter((one) => one.key !== key)
  notify()
}

export const useUploads = (vesselId: string): readonly Upload[] =>
  useSyncExternalStore(watch, () => uploads).filter((one) => one.vesselId === vesselId)

async function send(key: number, vesselId: string, file: File) {
  try {
    await sendLog(vesselId, file, (sent) => change(key, { sent }))
    await queryClient.invalidateQueries({ queryKey: ['logs', vesselId] })
    forgetUpload(key)
  } catch (error) {
    change(key, { problem: wordsOf(error) })
  }
}

const faultOf = ({ size }: File): MessageKey | null =>
  size > MAX_LOG_BYTES ? 'logs.tooLarge' : size === 0 ? 'logs.empty' : null

function wordsOf(error: unknown): MessageKey {
  const code = error instanceof Problem ? error.code : null
  if (code === 'too_large') return 'logs.tooLarge'
  return code === 'too_many' ? 'logs.tooMany' : 'logs.sendFailed'
}

function change(key: number, part: Partial<Upload>) {
  uploads = uploads.map((one) => (one.key === key ? { ...one, ...part } : one))
  notify()
}

function notify() {
  for (const listener of listeners) listener()
}
function watch(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
