import { useEffect, useSyncExternalStore } from 'react'

/** Crumb that a page adds once its data are loaded, such as `Trip by Hafdís`. */
interface Crumb {
  title: string
  /** Target of the back button on a phone; without it, the bar of a phone opens the navigation. */
  back: CrumbBack | undefined
}
export type CrumbBack = '/map' | '/trips' | '/vessels' | '/captains' | '/resources/help'

let crumb: Crumb | null = null
const listeners = new Set<() => void>()

export function useCrumb(title: string | null | undefined, back?: CrumbBack) {
  useEffect(() => {
    setCrumb(title ? { title, back } : null)
    return () => setCrumb(null)
  }, [title, back])
}

export const useOwnCrumb = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => crumb,
  )

function setCrumb(next: Crumb | null) {
  crumb = next
  for (const listener of listeners) listener()
}
