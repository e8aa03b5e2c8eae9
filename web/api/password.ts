/** Password calls of the signed-in user, which go to the identity service and not to the console API. */

import { session } from '../session/session.ts'
import { askIdentityOfMe } from './askIdentity.ts'
import { requestPasswordReset } from './signIn.ts'

/** Signs out every other place. Throws INVALID_CREDENTIALS when the current one is wrong, TOO_MANY_ATTEMPTS after too many tries. */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }) {
  await askIdentityOfMe('change-password', passwords)
  session.forget()
}

/** Mails a link under which a password can be set, also by whoever never had one. */
export const sendPasswordSetup = (email: string) => requestPasswordReset(email)
