import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/**
 * Whether the page is being put on paper. Browsers say so just before they look: by then everything is drawn for it, in
 * light colours and as wide as a sheet, and until they are done.
 */
let printing = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)

const lastLooks = new Set<() => void>()

/** Calls while the page still stands as on the screen, just before it is put on paper. Answers how to stop. */
export function beforePrinting(look: () => void): () => void {
  lastLooks.add(look)
  return () => lastLooks.delete(look)
}

/** Follows what the browser prints, until it is told to stop. */
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
