import { useSyncExternalStore } from 'react'

/** The department that calls are narrowed to; null means the user's own, which the server takes by itself. */
let chosen: string | null = null
const listeners = new Set<() => void>()

export const departmentChoice = {
  get: () => chosen,
  set(departmentId: string | null) {
    chosen = departmentId
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useDepartmentChoice = () =>
  useSyncExternalStore(departmentChoice.subscribe, departmentChoice.get)
