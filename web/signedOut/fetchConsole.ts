/** Latest start of the download, ms: late enough not to delay the first requests. */
const IDLE_AT_LATEST_MS = 3000

/**
 * Fetches the console's files in the background once the page is ready, so that signing in is fast. The build writes
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
    'requestIdleCallback' in window
      ? requestIdleCallback(fetchAll, { timeout: IDLE_AT_LATEST_MS })
      : setTimeout(fetchAll, IDLE_AT_LATEST_MS)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
