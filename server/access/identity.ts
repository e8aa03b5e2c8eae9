import type { JWK } from 'jose'
import { lazily } from '#server/platform/lazily.ts'
import type { IdentityDependencies } from './identityEngine.ts'

/** The identity engine behind /identity. */
export interface Identity {
  /** Loads the engine, which happens at the first call otherwise. */
  load(): Promise<void>
  handle(request: Request): Promise<Response>
  publicKeys(): Promise<JWK[]>
}

/** The engine is loaded on demand, because its code takes longer than any other's. */
export function openIdentity(given: IdentityDependencies): Identity {
  const engines = lazily(() => import('./identityEngine.ts'))
  const auth = lazily(async () => (await engines()).identityEngine(given))
  const withProvider = lazily(async () => (await engines()).engineWithProvider(given))
  return {
    async load() {
      await auth()
    },
    async handle(request) {
      const isProviders = PROVIDER_PATHS.test(new URL(request.url).pathname)
      return (await (isProviders ? withProvider() : auth())).handler(request)
    },
    publicKeys: async () => (await (await auth()).api.getJwks()).keys as JWK[],
  }
}

const PROVIDER_PATHS = /\/identity\/(sign-in\/social|callback\/)/
