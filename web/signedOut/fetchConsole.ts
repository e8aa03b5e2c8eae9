/** Long enough that what is asked for first is not held up by it. */
const IDLE_AT_LATEST_MS = 3000

/**
 * Fetches the console's files once the page can be used, quietly, so that signing in finds them at hand. Which these are
 * the build wrote into the page. Whoever counts their bytes is spared it.
 */
export function fetchConsole() {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const fetchAll = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'prefetch'
  }
  const whenIdle = () =>
    // Safari has no idle callbacks.
    'requestIdleCallback' in window
      ? requestIdleCallback(fetchAll, { timeout: IDLE_AT_LATEST_MS })
      : setTimeout(fetchAll, IDLE_AT_LATEST_MS)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
