import { currentLanguage } from '../i18n/i18n.ts'
import { session } from '../session/session.ts'
import { readProblem } from './call.ts'

/** Asks the identity service, which knows people by their cookie. Throws a Problem with the server's code. */
export async function askIdentity<Answer = unknown>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/identity/${path}`, {
    credentials: 'same-origin',
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

/** The same about oneself: whoever the cookie is of by now, it is asked only for the person whom this page shows. */
export async function askIdentityOfMe<Answer = unknown>(path: string, body?: object): Promise<Answer> {
  await session.freshToken()
  return askIdentity(path, body)
}
