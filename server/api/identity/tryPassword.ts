import { Problem } from '#contract/wire/errors.ts'
import type { RefusedReason } from '#server/access/refusals.ts'
import type { Services } from '../serve.ts'

/**
 * Asks the identity engine about a password, within the limits of the address and the network. Throws
 * `TOO_MANY_ATTEMPTS` beyond them. Refused attempts are noted in the audit log.
 */
export async function tryPassword(
  { access, background }: Pick<Services, 'access' | 'background'>,
  email: string,
  ip: string,
  ask: () => Promise<Response>,
): Promise<Response> {
  const note = (reason: RefusedReason) => noteRefused({ access, background }, email, reason, ip)
  if (!(await access.limits.mayTryPassword(email, ip))) {
    note('locked')
    throw new Problem('TOO_MANY_ATTEMPTS')
  }
  const answer = await ask()
  if (answer.ok) await access.limits.passwordWasRight(email, ip)
  else note('credentials')
  return answer
}

/** Notes a refused sign-in in the audit log of whom the address belongs to. */
export const noteRefused = (
  { access, background }: Pick<Services, 'access' | 'background'>,
  email: string,
  reason: RefusedReason,
  ip: string,
): void => background.run('noting a refused sign-in', () => access.refusals.signInByEmail(email, reason, ip))
