import { currentWork } from './organizationAtWork.ts'

/** Longest time of work in one turn of the event loop, ms: a call of a person takes a few of them. */
const LONGEST_MS = 5
/** Longest wait for calls of other organizations, ms, so that these stop nobody. */
const LONGEST_WAIT_MS = 50

interface Waiter {
  /** Organization that lets calls of others go first, until `untilMs`; null for work that waits for none of them. */
  organizationId: string | null
  untilMs: number
  goOn(): void
}

/** Time of the first question in this turn of the event loop; null before it. */
let firstMs: number | null = null
/** Calls that work on this thread, of organizations with no more in their queue. */
const prompt = new Map<string, number>()
/** Work that waits for a turn of the event loop, in the order of its questions, and prompt calls that go before it. */
const waiting: Waiter[] = []
const waitingCalls: Waiter[] = []
let isAwaited = false

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
  const { organizationId: own = null, isPrompt } = currentWork() ?? {}
  const organizationId = isPrompt ? null : own
  const nowMs = performance.now()
  const isOver = nowMs - beganMs(nowMs) > LONGEST_MS
  if (!isOver && !areOthersAtWork(organizationId)) return
  await new Promise<void>((goOn) => {
    const queue = isPrompt ? waitingCalls : waiting
    queue.push({ organizationId, untilMs: nowMs + LONGEST_WAIT_MS, goOn })
    if (!isAwaited) setImmediate(letOneGoOn)
    isAwaited = true
  })
}

/** Time of the first question in this turn of the event loop, which may be this one. */
function beganMs(nowMs: number): number {
  if (firstMs === null) {
    firstMs = nowMs
    setImmediate(() => {
      firstMs = null
    })
  }
  return firstMs
}

/** One of all that wait goes on in each turn of the event loop: several would keep it from its sockets for longer. */
function letOneGoOn() {
  const nowMs = performance.now()
  const mayGoOn = ({ organizationId, untilMs }: Waiter) =>
    untilMs <= nowMs || !areOthersAtWork(organizationId)
  const at = waitingCalls.length > 0 ? -1 : waiting.findIndex(mayGoOn)
  const one = at < 0 ? waitingCalls.shift() : waiting.splice(at, 1)[0]
  isAwaited = waitingCalls.length + waiting.length > 0
  if (isAwaited) setImmediate(letOneGoOn)
  beganMs(nowMs)
  one?.goOn()
}

function areOthersAtWork(organizationId: string | null): boolean {
  return organizationId !== null && prompt.size > (prompt.has(organizationId) ? 1 : 0)
}
