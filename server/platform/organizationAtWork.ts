/** The organization for which the code at hand works, through every await. Shared engines take turns by it. */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Work {
  organizationId: string | null
}

const works = new AsyncLocalStorage<Work>()

/** Null for work of the server itself. */
export const organizationAtWork = (): string | null => works.getStore()?.organizationId ?? null

export const workFor = <Result>(organizationId: string, work: () => Result): Result =>
  works.run({ organizationId }, work)

/** Runs work whose organization becomes known later, by `nameOrganization`. */
export const workForCaller = <Result>(work: () => Result): Result => works.run({ organizationId: null }, work)

export function nameOrganization(organizationId: string): void {
  const work = works.getStore()
  if (work) work.organizationId = organizationId
}

/** A reader of the iterable may come from anywhere; its parts are made for the organization all the same. */
export async function* iterateFor<Part>(
  organizationId: string,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  const iterator = parts[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await workFor(organizationId, () => iterator.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}
