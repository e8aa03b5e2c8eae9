import { session } from '../session/session.ts'
import { ask } from './ask.ts'

/** Asks the identity service, which knows people by their cookie. Throws a Problem with the server's code. */
export const askIdentity = <Answer = unknown>(path: string, body?: object) =>
  ask<Answer>(`/identity/${path}`, body)

/** The same about oneself: whoever the cookie is of by now, it is asked only for the person whom this page shows. */
export async function askIdentityOfMe<Answer = unknown>(path: string, body?: object): Promise<Answer> {
  await session.freshToken()
  return askIdentity(path, body)
}
