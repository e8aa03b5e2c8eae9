import { here } from '../base.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { readProblem } from './readProblem.ts'

/** Time limit of a call, for a connection that loses every byte without an error. */
const GIVE_UP_MS = 30_000

/** Sends a call that needs no token, as POST when it has a body. Throws a Problem with the server's code. */
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
