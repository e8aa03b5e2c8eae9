/** How often to look whether a server that is away has come back. */
import { here } from '../base.ts'

const LOOK_EVERY_MS = 2000
/** A link that swallows bytes answers never: this is longer than a slow one takes. */
const GIVE_UP_MS = 5000

/** Whether the server answers, and can be used. */
export const answers = () =>
  fetch(here('/ready'), { cache: 'no-store', signal: AbortSignal.timeout(GIVE_UP_MS) })
    .then(({ ok }) => ok)
    .catch(() => false)

/** Waits until the server answers: looked for every two seconds, and when the browser says that it has a network again. */
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
