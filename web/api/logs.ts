import { queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/wire/endpoint.ts'
import {
  answerLogImport,
  deleteLogImport,
  type LogImport,
  listLogImports,
  retryLogImport,
  uploadLogs,
} from '#contract/wire/logImport.ts'
import { call } from './call.ts'
import { sendFile } from './sendFile.ts'

const WATCH_MS = 1000

const isOpen = ({ state }: LogImport) => state === 'waiting' || state === 'running'

export const logImportsQuery = (vesselId: string) =>
  queryOptions({
    queryKey: ['logs', vesselId],
    queryFn: ({ signal }) => call(listLogImports, { params: { id: vesselId }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? WATCH_MS : false),
  })

export const answerLog = ({ vessel_id, id }: LogImport, body: BodyOf<typeof answerLogImport>) =>
  call(answerLogImport, { params: { id: vessel_id, logId: id }, body })
export const retryLog = ({ vessel_id, id }: LogImport) =>
  call(retryLogImport, { params: { id: vessel_id, logId: id }, body: {} })
export const removeLog = ({ vessel_id, id }: LogImport) =>
  call(deleteLogImport, { params: { id: vessel_id, logId: id } })

/** Sends one file and reports the sent share. Throws Problems. */
export function sendLog(vesselId: string, file: File, onSent: (share: number) => void): Promise<unknown> {
  const path = uploadLogs.path.replace(':id', vesselId)
  return sendFile(`${path}?written_before=${Math.max(0, Math.floor(file.lastModified))}`, file, onSent)
}
