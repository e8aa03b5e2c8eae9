/** A configured OpenID provider. */
export interface Provider {
  /** As on the button. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
}

/** Last part of the address that the provider sends people back to: /identity/callback/oidc. */
export const PROVIDER_ID = 'oidc'
