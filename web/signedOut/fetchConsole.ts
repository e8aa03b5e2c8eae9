/** Delay in browsers that do not report idle time, ms: late enough not to delay the first requests. */
const WITHOUT_IDLE_MS = 3000

/**
 * Fetches the console's files once the page is ready and the browser idle, so that signing in is fast. The build writes
 * the list of files into the page. Browsers in data saver mode fetch nothing.
 */
export function fetchConsole() {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const fetchAll = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'prefetch'
  }
  const whenIdle = () =>
    // Safari has no idle callbacks.
    'requestIdleCallback' in window ? requestIdleCallback(fetchAll) : setTimeout(fetchAll, WITHOUT_IDLE_MS)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
