/** Calls about the second factor: the code of an authenticator app beside the password or the mailed code. */
import { queryOptions } from '@tanstack/react-query'
import { session } from '../session/session.ts'
import { askIdentityOfMe } from './askIdentity.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => askIdentityOfMe<{ enabled: boolean; has_password: boolean }>('two-factor/state'),
})

/** Proof for turning the second factor off or renewing backup codes; the password only when the user has one. */
export interface Proof {
  code: string
  password?: string
}

/**
 * Returns the address that an authenticator app reads from a QR code, and ten single-use codes. The second factor is
 * not on yet.
 */
export const startSecondFactor = (password?: string) =>
  askIdentityOfMe<{ otpauth_uri: string; backup_codes: string[] }>('two-factor/enable', { password })

/** Turns the second factor on when the code of the app is right. Throws INVALID_OTP. */
export async function confirmSecondFactor(code: string) {
  await askIdentityOfMe('two-factor/verify-totp', { code })
  session.forget()
}

/** Throws INVALID_OTP or INVALID_CREDENTIALS. */
export async function disableSecondFactor(proof: Proof) {
  await askIdentityOfMe('two-factor/disable', proof)
  session.forget()
}

/** Replaces the backup codes; the old codes stop working. Throws INVALID_OTP or INVALID_CREDENTIALS. */
export const renewBackupCodes = (proof: Proof) =>
  askIdentityOfMe<{ backup_codes: string[] }>('two-factor/generate-backup-codes', proof)
