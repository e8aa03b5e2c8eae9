import { session } from '../session/session.ts'
import { ask } from './ask.ts'

/** Calls the identity service, which identifies users by their cookie. Throws a Problem with the server's code. */
export const askIdentity = <Answer = unknown>(path: string, body?: object) =>
  ask<Answer>(`/identity/${path}`, body)

/** Calls the identity service about the current user, after a check that the cookie still belongs to this user. */
export async function askIdentityOfMe<Answer = unknown>(path: string, body?: object): Promise<Answer> {
  await session.freshToken()
  return askIdentity(path, body)
}
