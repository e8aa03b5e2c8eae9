import type { User } from '#contract/wire/user.ts'
import { mayHere } from '../api/departmentChoice.ts'
import type { NavigationItem } from './navigation.ts'

/** True when the user may open the page; otherwise the item shows a lock. */
export const mayOpen = (user: User, { permission }: NavigationItem): boolean =>
  permission === undefined || mayHere(user.permissions, permission)

/** True when the item exists for the user. */
export const isOffered = (user: User, { gate }: NavigationItem): boolean => gate?.(user) ?? true
