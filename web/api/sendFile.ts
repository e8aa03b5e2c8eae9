import { Problem } from '#contract/wire/errors.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { unlessLost } from '../live/lostCalls.ts'
import { session } from '../session/session.ts'
import { readProblem } from './readProblem.ts'

/** Posts one file and reports the sent share, with XMLHttpRequest because fetch reports none. Throws Problems. */
export const sendFile = <Answer>(address: string, file: File, onSent: (share: number) => void) =>
  unlessLost((signal) => sendNow<Answer>(address, file, onSent, signal))

async function sendNow<Answer>(
  address: string,
  file: File,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const token = await session.token()
  const body = new FormData()
  body.append('files', file)
  const request = new XMLHttpRequest()
  request.open('POST', address)
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.setRequestHeader('accept-language', currentLanguage())
  request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
  await new Promise<void>((resolve, reject) => {
    request.onload = () => resolve()
    request.onerror = () => reject(new Problem('unavailable'))
    signal.throwIfAborted()
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
  if (request.status !== 200)
    throw await readProblem(new Response(request.responseText, { status: request.status }))
  return JSON.parse(request.responseText)
}
