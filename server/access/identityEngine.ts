import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { jwt } from 'better-auth/plugins/jwt'
import { DAY_S, HOUR_S } from '#contract/domain/time.ts'
import { languageOf } from '#contract/text/language.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Mail } from '#server/notify/mail.ts'
import type { Log } from '#server/platform/log.ts'
import {
  identityAccounts,
  identityKeys,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '#server/stores/relational/identitySchema.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { AttemptLimits } from './attemptLimits.ts'
import { credentialActs } from './credentialActs.ts'
import { exchangePlugin } from './exchange.ts'
import { passwordResetMail } from './mails.ts'
import { basePathOf } from './origins.ts'
import { passwordRulesPlugin } from './passwordRules.ts'
import type { Provider } from './provider.ts'
import { providerPlugin } from './providerPlugin.ts'
import type { Refusals } from './refusals.ts'
import { secondFactorPlugin, secondFactorStatePlugin } from './secondFactor.ts'
import { sessionsPlugin } from './sessions.ts'
import { ALGORITHM, AUDIENCE, ISSUER, TOKEN_LIFE } from './tokens.ts'
import { identifierHash } from './verification.ts'

export interface IdentityDependencies {
  provider: Provider | null
  db: Db
  mail: Mail
  log: Log
  limits: AttemptLimits
  refusals: Refusals
  /** The address that links in mails begin with; never taken from a request. */
  publicUrl: string
  secret: string
}

const SESSION_S = 7 * DAY_S
const SESSION_RENEW_S = DAY_S
const RESET_LINK_S = HOUR_S

/** The engine without an outside provider. */
export const identityEngine = (given: IdentityDependencies) => engine(given, [])

function engine(
  { db, mail, log, limits, refusals, publicUrl, secret }: IdentityDependencies,
  more: ReturnType<typeof providerPlugin>[],
) {
  const acts = credentialActs(db)
  return betterAuth({
    appName: 'Taffrail',
    baseURL: new URL(publicUrl).origin,
    basePath: `${basePathOf(publicUrl)}/identity`,
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: identityUsers,
        session: identitySessions,
        account: identityAccounts,
        verification: identityVerifications,
        jwks: identityKeys,
        twoFactor: identityTwoFactors,
      },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 6,
      maxPasswordLength: 200,
      resetPasswordTokenExpiresIn: RESET_LINK_S,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }, request) => acts.passwordReset(user, request),
      async sendResetPassword({ user, token }, request) {
        if (!(await limits.mayMail(user.email))) return
        const language = languageOf(request?.headers.get('accept-language') ?? undefined)
        await mail.send(passwordResetMail(user.email, language, `${publicUrl}/reset-password?token=${token}`))
      },
    },
    verification: { storeIdentifier: { hash: async (identifier) => identifierHash(identifier) } },
    session: { expiresIn: SESSION_S, updateAge: SESSION_RENEW_S },
    plugins: [
      jwt({
        jwks: { keyPairConfig: { alg: ALGORITHM, crv: 'Ed25519' } },
        jwt: {
          issuer: ISSUER,
          audience: AUDIENCE,
          expirationTime: TOKEN_LIFE,
          definePayload: ({ session }) => ({ sid: session.id }),
        },
      }),
      exchangePlugin(),
      passwordRulesPlugin(db),
      secondFactorPlugin(limits, refusals),
      secondFactorStatePlugin(),
      sessionsPlugin(acts.sessionEnd),
      acts.backupCodes,
      ...more,
    ],
    // Internal errors are thrown, so that the caller answers and logs them like any other failure.
    onAPIError: { errorURL: `${publicUrl}/signin`, throw: true },
    databaseHooks: {
      // A provider only identifies the user: its tokens are not stored.
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
        update: acts.account,
      },
      user: { update: acts.user },
    },
    account: { updateAccountOnSignIn: false },
    // Our own limits precede this engine and survive restarts.
    rateLimit: { enabled: false },
    // The origin was compared with the address that was called before a request comes this far.
    trustedOrigins: (request) => [request?.headers.get('origin') ?? publicUrl],
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...more) =>
        log.error('identity', { message, error: more.find((one) => one instanceof Error) }),
    },
    advanced: {
      cookiePrefix: 'taffrail',
      useSecureCookies: publicUrl.startsWith('https:'),
      // Another installation on the same host name has its own sessions.
      defaultCookieAttributes: { path: basePathOf(publicUrl) || '/' },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
    },
  })
}

/** The engine reads the addresses of a provider once, so it is made on demand, and again after a failure. */
export async function engineWithProvider(given: IdentityDependencies) {
  if (!given.provider) throw new Problem('not_found')
  const auth = engine(given, [providerPlugin(given.provider)])
  const { socialProviders } = await auth.$context
  if (socialProviders.length === 0) throw new Problem('unavailable')
  return auth
}
