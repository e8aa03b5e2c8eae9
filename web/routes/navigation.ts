import { IconMap2, IconRoute, type TablerIcon } from '@tabler/icons-react'
import type { Permission } from '#contract/permissions.ts'
import type { User } from '#contract/user.ts'
import type { MessageKey } from '../i18n/messageKey.ts'

export interface NavigationItem {
  path: '/map' | '/trips'
  title: MessageKey
  group: 'overview' | 'fleet' | 'monitoring' | 'administration'
  icon: TablerIcon
  /** Without it the item shows locked. */
  permission?: Permission
  /** When it answers false the item is not there at all: a role or a feature is missing. */
  gate?: (user: User) => boolean
  isNew?: boolean
}

/** Everything the sidebar and the palette lead to. A new page of the console is one line here and one in routes.tsx. */
export const navigation: readonly NavigationItem[] = [
  { path: '/map', title: 'nav.map', group: 'overview', icon: IconMap2 },
  {
    path: '/trips',
    title: 'nav.trips',
    group: 'overview',
    icon: IconRoute,
    permission: 'department:trip-view',
  },
]

export const GROUPS = ['overview', 'fleet', 'monitoring', 'administration'] as const
