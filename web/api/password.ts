/** What the signed-in person does with their password. It is the identity service's matter, not the console API's. */
import { Problem } from '#contract/errors.ts'
import { session } from './session.ts'
import { requestPasswordReset } from './signIn.ts'

/** Signs out every other place. Throws INVALID_CREDENTIALS when the current one is wrong, TOO_MANY_ATTEMPTS after too many tries. */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }) {
  const response = await fetch('/identity/change-password', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...passwords, revokeOtherSessions: true }),
  })
  if (response.status === 429) throw new Problem('TOO_MANY_ATTEMPTS')
  if (response.status >= 500) throw new Problem('internal')
  if (!response.ok) throw new Problem('INVALID_CREDENTIALS')
  session.forget()
}

/** Mails a link under which a password can be set, also by whoever never had one. */
export const sendPasswordSetup = (email: string) => requestPasswordReset(email)
