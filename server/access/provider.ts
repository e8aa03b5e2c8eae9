/** Sign-in through an OpenID provider of one's own, by configuration. It lets in people who are users here already. */
import { genericOAuth } from 'better-auth/plugins/generic-oauth'

export interface Provider {
  /** As on the button. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
}

/** Last part of the address that the provider sends people back to: /identity/callback/oidc. */
export const PROVIDER_ID = 'oidc'

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
        // Every time and not only at the first: without an email that the provider has verified nobody is found.
        mapProfileToUser: ({ email, email_verified: verified }) => ({
          email: verified === true ? (email ?? null) : null,
          emailVerified: verified === true,
        }),
      },
    ],
  })
