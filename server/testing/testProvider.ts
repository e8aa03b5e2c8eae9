/** A real OpenID provider on a port of its own, for tests: every visitor is `person.email`, and signed in at once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import OidcProvider from 'oidc-provider'

export const CLIENT = { clientId: 'taffrail', clientSecret: 'a secret of the provider' }

export interface TestProvider {
  issuer: string
  person: { email: string; verified: boolean }
  /** Acts as a browser there: follows the given address and returns the address that it is sent on to. */
  visit(address: string): Promise<string>
  close(): Promise<void>
}

export async function openTestProvider(...redirectUris: string[]): Promise<TestProvider> {
  const person = { email: '', verified: true }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new OidcProvider(issuer, {
    clients: [
      { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: redirectUris },
    ],
    jwks: { keys: [await exportJWK(privateKey)] },
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: person.email, email_verified: person.verified }),
    }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId ?? ''
      const grant = new oidc.provider.Grant({ clientId: CLIENT.clientId, accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response)
    const login = { accountId: `account of ${person.email}` }
    provider.interactionFinished(request, response, { login }).catch((error) => response.destroy(error))
  })
  return {
    issuer,
    person,
    visit: (address) => follow(address, issuer),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function follow(address: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>()
  let at = address
  while (at.startsWith(issuer)) {
    const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const answer = await fetch(at, { redirect: 'manual', headers })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`the provider answered ${answer.status} ${await answer.text()}`)
    at = new URL(location, at).href
  }
  return at
}
