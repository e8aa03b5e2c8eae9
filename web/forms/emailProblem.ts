import type { MessageKey } from '../i18n/messageKey.ts'

/** Problem of an email address as typed. Only a mail can show whether the address is in use. */
export function emailProblem(email: string): MessageKey | null {
  if (email.trim() === '') return 'signIn.emailRequired'
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()) ? null : 'signIn.emailInvalid'
}
