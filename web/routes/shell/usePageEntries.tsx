import {
  IconAdjustmentsHorizontal,
  IconKeyboard,
  IconLayoutSidebar,
  IconMoon,
  IconMoonStars,
  IconPolygon,
  IconSitemap,
  IconSpeedboat,
  IconSteeringWheel,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/domain/permissions.ts'
import { mayHere } from '../../api/departmentChoice.ts'
import { useUser } from '../../api/user.ts'
import type { MessageKey } from '../../i18n/messageKey.ts'
import { preference, setPreference } from '../../preferences/preferences.ts'
import { toggleNight } from '../../preferences/shownScheme.ts'
import { isOffered, mayOpen } from '../mayOpen.ts'
import { footNavigation, navigation } from '../navigation.ts'
import { openKeys } from './LazyKeys.tsx'
import type { Entry } from './PaletteEntry.tsx'

/** Pages and actions of the palette, locked when a permission is missing. */
export function usePageEntries(onToggleSidebar: () => void): { pages: Entry[]; actions: Entry[] } {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()

  const pages = [...navigation, ...footNavigation]
    .filter((item) => isOffered(user, item))
    .map((item) => ({
      id: item.path,
      label: t(item.title),
      icon: item.icon,
      locked: !mayOpen(user, item),
      onClick: () => navigate({ to: item.path }),
    }))
  const creations = CREATIONS.filter(
    ({ to }) => to !== '/departments/new' || user.company.features.departments,
  ).map(({ to, title, icon, permission }) => ({
    id: title,
    label: t(title),
    icon,
    locked: !mayHere(user.permissions, permission),
    onClick: () => navigate({ to }),
  }))
  const actions = [
    { id: 'theme', label: t('palette.toggleTheme'), icon: IconMoonStars, onClick: toggleTheme },
    { id: 'night', label: t('palette.toggleNight'), icon: IconMoon, onClick: toggleNight },
    { id: 'sidebar', label: t('nav.collapse'), icon: IconLayoutSidebar, onClick: onToggleSidebar },
    { id: 'keys', label: t('keys.title'), icon: IconKeyboard, onClick: openKeys },
    ...creations,
  ]
  return { pages, actions }
}

const toggleTheme = () => setPreference('theme', preference('theme') === 'dark' ? 'light' : 'dark')

interface Creation {
  to: '/vessels/new' | '/captains/new' | '/users/new' | '/rules/new' | '/geofences' | '/departments/new'
  title: MessageKey
  icon: TablerIcon
  permission: Permission
}

/** Records that the user can create, and the page for each. */
export const CREATIONS: readonly Creation[] = [
  {
    to: '/vessels/new',
    title: 'palette.createVessel',
    icon: IconSpeedboat,
    permission: 'department:vessel-create',
  },
  {
    to: '/captains/new',
    title: 'palette.createCaptain',
    icon: IconSteeringWheel,
    permission: 'department:captain-create',
  },
  {
    to: '/users/new',
    title: 'palette.createUser',
    icon: IconUserPlus,
    permission: 'department:user-create',
  },
  {
    to: '/rules/new',
    title: 'palette.createRule',
    icon: IconAdjustmentsHorizontal,
    permission: 'department:rule-create',
  },
  {
    to: '/geofences',
    title: 'palette.createGeofence',
    icon: IconPolygon,
    permission: 'department:geofence-create',
  },
  {
    to: '/departments/new',
    title: 'palette.createDepartment',
    icon: IconSitemap,
    permission: 'department:department-create',
  },
]
