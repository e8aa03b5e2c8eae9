import { currentWork } from './organizationAtWork.ts'

/** Longest time of work in one turn of the event loop, ms: a call of a person takes a few of them. */
const LONGEST_MS = 5
/** Longest wait for calls of other organizations, ms, so that these stop nobody. */
const LONGEST_WAIT_MS = 50

/** Time of the first question in this turn of the event loop; null before it. */
let firstMs: number | null = null
/** Calls that work on this thread, of organizations with no more in their queue. */
const prompt = new Map<string, number>()

/** Notes a call that others give way to, until the returned function is called. */
export function noteCall(organizationId: string): () => void {
  prompt.set(organizationId, (prompt.get(organizationId) ?? 0) + 1)
  return () => {
    const left = (prompt.get(organizationId) ?? 0) - 1
    if (left > 0) prompt.set(organizationId, left)
    else prompt.delete(organizationId)
  }
}

/**
 * Waits for the next turn of the event loop when work has taken this one for long. Long work asks now and then, or no
 * call would be read from its socket meanwhile. Awaiting results that come from this thread makes no turn. Jobs, and
 * calls of an organization with more in its queue, also wait while a call of another organization works.
 */
export async function giveWay(): Promise<void> {
  if (firstMs === null) {
    firstMs = performance.now()
    setImmediate(() => {
      firstMs = null
    })
  } else if (performance.now() - firstMs > LONGEST_MS) await new Promise(setImmediate)
  const { organizationId = null, isPrompt } = currentWork() ?? {}
  if (organizationId === null || isPrompt) return
  const untilMs = performance.now() + LONGEST_WAIT_MS
  while (areOthersAtWork(organizationId) && performance.now() < untilMs) await new Promise(setImmediate)
}

function areOthersAtWork(organizationId: string): boolean {
  return prompt.size > (prompt.has(organizationId) ? 1 : 0)
}
