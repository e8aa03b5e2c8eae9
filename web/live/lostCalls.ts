/**
 * Cancels calls while the connection to the server is lost, so that nothing waits for ever or is sent after the user
 * gave up.
 */
import { answers } from '../loading/serverBack.ts'
import { LinkLost } from '../session/linkLost.ts'
import { isLinkLost, onLost } from './lostSince.ts'

let underWay = new AbortController()

/**
 * Runs a call with a signal that cancels it when the connection is lost and the server does not answer. If the
 * connection is lost already, the server is checked first: a proxy may block only the socket.
 */
export async function unlessLost<Answer>(
  run: (signal: AbortSignal) => Promise<Answer>,
  given?: AbortSignal,
): Promise<Answer> {
  if (isLinkLost() && !(await answers())) throw new LinkLost()
  const { signal } = underWay
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([run(given ? AbortSignal.any([given, signal]) : signal), ended])
  } finally {
    // The signal lives as long as the page, which may be weeks.
    signal.removeEventListener('abort', end)
  }
}

/** Starts to cancel calls whenever the connection is lost. Returns a function that stops this. */
export const endLostCalls = () =>
  onLost(async () => {
    if (!isLinkLost() || (await answers())) return
    const ending = underWay
    underWay = new AbortController()
    ending.abort(new LinkLost())
  })
