import type { MessageKey } from '../i18n/messageKey.ts'

/** What is wrong with an address as typed; whether anybody reads there is for a mail to find out. */
export function emailProblem(email: string): MessageKey | null {
  if (email.trim() === '') return 'signIn.emailRequired'
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()) ? null : 'signIn.emailInvalid'
}
