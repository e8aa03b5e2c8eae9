import type { User } from '#contract/wire/user.ts'
import { mayHere } from '../api/departmentChoice.ts'
import type { NavigationItem } from './navigation.ts'

/** False where the item shows locked. */
export const mayOpen = (user: User, { permission }: NavigationItem): boolean =>
  permission === undefined || mayHere(user.permissions, permission)

/** False where the item does not exist for this user. */
export const isOffered = (user: User, { gate }: NavigationItem): boolean => gate?.(user) ?? true
