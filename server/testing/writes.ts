/** Every write of the contract for a signed-in user, as a call that a super-admin may send, for attacks on all of them. */
import { type AnyEndpoint, isWrite } from '#contract/wire/endpoint.ts'
import { ROUTES } from '#server/api/routes.ts'
import { CASES, scene } from './accessCases.ts'
import { nameOf } from './contractEndpoints.ts'
import type { Place, TestApi, Thing } from './testApi.ts'

/** Gives the cases their objects; call it before the first of `WRITES`. */
export function prepareWrites(api: TestApi, things: Record<Place, Thing>): void {
  Object.assign(scene, { api, things, keyIds: new Map() })
}

const writes = ROUTES.map(({ endpoint }) => endpoint).filter(
  (endpoint) => isWrite(endpoint) && endpoint.access !== 'anyone',
)
/** Names of all endpoints that change something for a signed-in user. */
export const writeNames = writes.map(nameOf)

/** The audit log names an image with the comment that shows the image. */
const IMAGES = ['POST /api/images/upload', 'DELETE /api/images/:id']

/** Address and body by the name of the endpoint; objects that a call uses up are made for it. */
export const WRITES: Readonly<Record<string, (thing: Thing) => Promise<{ url: string; body: object }>>> =
  Object.fromEntries(
    writes
      .filter((endpoint) => !IMAGES.includes(nameOf(endpoint)))
      .map((one) => [nameOf(one), (thing: Thing) => callOf(one, thing)]),
  )

async function callOf(endpoint: AnyEndpoint, thing: Thing) {
  const { accepted, call, fresh } = CASES[nameOf(endpoint)] ?? {}
  const {
    params = {},
    query,
    body = {},
  } = accepted
    ? await accepted(thing)
    : (call?.({ ...thing, ...(await fresh?.(thing, 'super-admin')) }, 'super-admin') ?? {})
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  return { url: query ? `${path}?${new URLSearchParams(query)}` : path, body }
}
