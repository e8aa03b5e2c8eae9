import { z } from 'zod'
import { Problem } from '#contract/wire/errors.ts'
import { toast } from '../toasts/toast.ts'

const code = z.string().trim().min(6, 'Incorrect code').max(20, 'Incorrect code')

/** Accounts that sign in by mail only have no password to check. */
const passwordOf = (hasPassword: boolean) =>
  hasPassword ? z.string().min(1, 'Current password is required').max(200) : z.string()

export const CodeForm = z.object({ code })
export const passwordForm = (hasPassword: boolean) => z.object({ password: passwordOf(hasPassword) })
export const proofForm = (hasPassword: boolean) => z.object({ code, password: passwordOf(hasPassword) })

/** Shows an error at the field that caused it. */
export function showRefusal(error: unknown, refuse: (field: 'code' | 'password', problem: string) => void) {
  const refused = error instanceof Problem ? error.code : null
  if (refused === 'INVALID_OTP') refuse('code', 'Incorrect code')
  else if (refused === 'INVALID_CREDENTIALS') refuse('password', 'Current password is incorrect')
  else toast.failure(refused === 'TOO_MANY_ATTEMPTS' ? 'settings.tooManyAttempts' : 'signIn.failed')
}
