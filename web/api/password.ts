/** Password calls of the signed-in user, which go to the identity service and not to the console API. */

import { session } from '../session/session.ts'
import { askIdentityOfMe } from './askIdentity.ts'
import { requestPasswordReset } from './signIn.ts'

/**
 * Signs out all other sessions. Throws INVALID_CREDENTIALS when the current password is wrong, and TOO_MANY_ATTEMPTS
 * after too many tries.
 */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }) {
  await askIdentityOfMe('change-password', passwords)
  session.forget()
}

/** Mails a link for setting a password, also to a user without one. */
export const sendPasswordSetup = (email: string) => requestPasswordReset(email)
