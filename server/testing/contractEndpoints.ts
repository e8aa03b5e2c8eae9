import { readdirSync } from 'node:fs'
import { readBasemap } from '#contract/wire/basemap.ts'
import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import { openStream } from '#contract/wire/publicStream.ts'

/** Tests read before they write, and write to a list before they write to one item. */
const ORDER = ['GET', 'POST', 'PUT', 'DELETE']

/**
 * Every endpoint that a file of the contract exports, listed in `contract.ts` or not, in the order of `ORDER` and of their paths. Two
 * have routes and tests of their own: the built-in map, and the endless stream of events.
 */
export async function contractEndpoints(): Promise<AnyEndpoint[]> {
  const folder = new URL('../../contract/', import.meta.url)
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /^[\w/]+\.ts$/.test(name))
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isEndpoint)
    .filter(({ path }) => path !== readBasemap.path && path !== openStream.path)
    .sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method) || (a.path < b.path ? -1 : 1))
}

export const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
