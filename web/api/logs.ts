import { queryOptions } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { Problem } from '#contract/errors.ts'
import {
  answerLogImport,
  deleteLogImport,
  type LogImport,
  listLogImports,
  uploadLogs,
} from '#contract/logImport.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { session } from '../session/session.ts'
import { call } from './call.ts'
import { readProblem } from './readProblem.ts'

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
export const removeLog = ({ vessel_id, id }: LogImport) =>
  call(deleteLogImport, { params: { id: vessel_id, logId: id } })

/** Sends one file and tells how much of it has left; only this way does a browser tell. Throws Problems. */
export async function sendLog(vesselId: string, file: File, onSent: (share: number) => void): Promise<void> {
  const token = await session.token()
  const body = new FormData()
  body.append('files', file)
  const path = uploadLogs.path.replace(':id', vesselId)
  const request = new XMLHttpRequest()
  request.open(uploadLogs.method, `${path}?written_before=${Math.max(0, Math.floor(file.lastModified))}`)
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.setRequestHeader('accept-language', currentLanguage())
  request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
  await new Promise<void>((resolve, reject) => {
    request.onload = () => resolve()
    request.onerror = () => reject(new Problem('unavailable'))
    request.send(body)
  })
  if (request.status !== 200)
    throw await readProblem(new Response(request.responseText, { status: request.status }))
}
