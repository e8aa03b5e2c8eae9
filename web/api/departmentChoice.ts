import { useSyncExternalStore } from 'react'
import { mayDo, type Permission } from '#contract/domain/permissions.ts'

/** Department that narrows the calls; null means the user's own, which is the server's default. */
let chosen: string | null = null
/** The chosen department and all departments below it; empty without a choice. */
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
 * True when the user has the permission somewhere in the chosen department. A user who manages one department and
 * views another gets no buttons in the other.
 */
export const mayHere = (permissions: readonly string[], permission: Permission) =>
  mayDo(permissions, permission, ...branch)
