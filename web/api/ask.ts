import { here } from '../base.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { readProblem } from './readProblem.ts'

/** A link that swallows bytes answers never. */
const GIVE_UP_MS = 30_000

/** Asks what takes no token; with a body it is a POST. Throws a Problem with the server's code. */
export async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(here(path), {
    credentials: 'same-origin',
    signal: AbortSignal.timeout(GIVE_UP_MS),
    headers: {
      'accept-language': currentLanguage(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && {
      method: 'POST',
      body: JSON.stringify(body),
    }),
  })
  if (!response.ok) throw await readProblem(response)
  return (await response.json()) as Answer
}
