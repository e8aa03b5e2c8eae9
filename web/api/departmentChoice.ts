import { useSyncExternalStore } from 'react'
import { mayDo, type Permission } from '#contract/domain/permissions.ts'

/** The department that calls are narrowed to; null means the user's own, which the server takes by itself. */
let chosen: string | null = null
/** With all below it; none while nothing is chosen. */
let branch: readonly string[] = []
const listeners = new Set<() => void>()

export const departmentChoice = {
  get: () => chosen,
  branch: () => branch,
  set(departmentId: string | null, withBelow: Iterable<string> = []) {
    chosen = departmentId
    branch = [...withBelow]
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useDepartmentChoice = () =>
  useSyncExternalStore(departmentChoice.subscribe, departmentChoice.get)

/**
 * Whether one may do it anywhere in what one looks at: whoever manages one department and looks at another has nothing to
 * press while the other is chosen.
 */
export const mayHere = (permissions: readonly string[], permission: Permission) =>
  mayDo(permissions, permission, ...branch)
