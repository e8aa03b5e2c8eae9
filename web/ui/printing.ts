import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/**
 * True while the page is being printed. Browsers send an event just before they capture the page. By then the page is
 * drawn in light colours and as wide as a sheet.
 */
let printing = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)

const lastLooks = new Set<() => void>()

/**
 * Calls the function just before printing, while the page still has the screen layout. Returns a function that stops
 * this.
 */
export function beforePrinting(look: () => void): () => void {
  lastLooks.add(look)
  return () => lastLooks.delete(look)
}

/** Follows the browser's print events; returns a function that stops this. */
export function followPrinting(): () => void {
  const root = document.documentElement
  let scheme: string | null = null
  const turn = (next: boolean) => {
    if (next === printing) return
    if (next) for (const look of lastLooks) look()
    printing = next
    if (next) {
      scheme = root.getAttribute('data-mantine-color-scheme')
      root.setAttribute('data-mantine-color-scheme', 'light')
      root.setAttribute('data-printing', '')
    } else {
      if (scheme !== null) root.setAttribute('data-mantine-color-scheme', scheme)
      root.removeAttribute('data-printing')
    }
    flushSync(() => {
      for (const listener of listeners) listener()
    })
  }
  const begin = () => turn(true)
  const end = () => turn(false)
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    end()
  }
}
