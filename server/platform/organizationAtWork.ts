/** The organization for which the code at hand works, through every await. Organizations take turns by it. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Work {
  organizationId: string | null
  /** True for a call of an organization with no more in its queue. */
  isPrompt?: boolean
  /** Gives up the turn of a call at the thread of this process, until `goOn`. */
  pause?(): void
  goOn?(): void
}

const works = new AsyncLocalStorage<Work>()

export const currentWork = (): Work | undefined => works.getStore()

/** Null for work of the server itself. */
export const organizationAtWork = (): string | null => works.getStore()?.organizationId ?? null

export const duringWork = <Result>(work: Work, run: () => Result): Result => works.run(work, run)

export const workFor = <Result>(organizationId: string, run: () => Result): Result =>
  duringWork({ organizationId }, run)

/** Names the organization of the call at hand, once its caller is known. */
export function nameOrganization(organizationId: string): void {
  const work = works.getStore()
  if (work) work.organizationId = organizationId
}

/** Waits for other threads and machines. Other calls of the organization have its turn at this thread meanwhile. */
export async function elsewhere<Result>(wait: () => Promise<Result>): Promise<Result> {
  const work = works.getStore()
  work?.pause?.()
  try {
    return await wait()
  } finally {
    work?.goOn?.()
  }
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
