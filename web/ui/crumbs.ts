import { useEffect, useSyncExternalStore } from 'react'

/** What a page adds to the breadcrumbs once it knows what it shows, such as `Trip by Hafdís`. */
let label: string | null = null
const listeners = new Set<() => void>()

export function useCrumb(next: string | null | undefined) {
  useEffect(() => {
    setLabel(next ?? null)
    return () => setLabel(null)
  }, [next])
}

export const useOwnCrumb = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => label,
  )

function setLabel(next: string | null) {
  label = next
  for (const listener of listeners) listener()
}
