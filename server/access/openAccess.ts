import type { Mail } from '#server/notify/mail.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Vault } from '#server/platform/vault.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { type AttemptLimits, attemptLimits } from './attemptLimits.ts'
import { type Callers, openCallers } from './callers.ts'
import { type Identity, openIdentity } from './identity.ts'
import type { Provider } from './provider.ts'
import { openRefusals, type Refusals } from './refusals.ts'
import { installationSecret } from './secret.ts'
import { tokenVerifier } from './tokens.ts'

/** Sessions, tokens and permissions. */
export interface Access {
  identity: Identity
  callers: Callers
  limits: AttemptLimits
  refusals: Refusals
  secret: string
  /** Outside provider through which users may also sign in. */
  provider: { name: string } | null
  close(): void
}

export async function openAccess(given: {
  db: Db
  vault: Vault
  bus: Bus
  mail: Mail
  log: Log
  clock: Clock
  publicUrl: string
  provider: Provider | null
}): Promise<Access> {
  const secret = await installationSecret(given)
  const limits = attemptLimits(given)
  const refusals = openRefusals(given)
  const identity = openIdentity({ ...given, limits, refusals, secret })
  const tokens = tokenVerifier(() => identity.publicKeys(), given.clock)
  const callers = openCallers({ ...given, tokens })
  const { provider } = given
  return { identity, callers, limits, refusals, secret, provider, close: () => callers.close() }
}
