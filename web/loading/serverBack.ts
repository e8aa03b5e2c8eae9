/** Interval between checks whether the server is back. */
import { here } from '../base.ts'

const LOOK_EVERY_MS = 2000
/** Time limit of a check, longer than a slow connection needs, for a connection that loses every byte. */
const GIVE_UP_MS = 5000

/** True when the server answers and is ready. */
export const answers = () =>
  fetch(here('/ready'), { cache: 'no-store', signal: AbortSignal.timeout(GIVE_UP_MS) })
    .then(({ ok }) => ok)
    .catch(() => false)

/** Waits until the server answers: checks every two seconds, and when the browser reports a network again. */
export async function serverBack(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && !(await answers())) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_EVERY_MS)
      addEventListener(
        'online',
        () => {
          clearTimeout(timer)
          resolve()
        },
        { once: true, ...(signal && { signal }) },
      )
    })
  }
}
