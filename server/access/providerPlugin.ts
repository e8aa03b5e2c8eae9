import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { PROVIDER_ID, type Provider } from './provider.ts'

/** Sign-in through a configured OpenID provider. It signs in only people who are users already. */
export const providerPlugin = ({ name, issuer, clientId, clientSecret }: Provider) =>
  genericOAuth({
    config: [
      {
        providerId: PROVIDER_ID,
        name,
        discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        disableSignUp: true,
        // Required at every sign-in: an email that the provider has not verified finds no user.
        mapProfileToUser: ({ email, email_verified: verified }) => ({
          email: verified === true ? (email ?? null) : null,
          emailVerified: verified === true,
        }),
      },
    ],
  })
