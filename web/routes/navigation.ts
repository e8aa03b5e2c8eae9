import {
  IconAdjustmentsHorizontal,
  IconBell,
  IconBuilding,
  IconBuildingCommunity,
  IconDatabaseExport,
  IconDeviceTv,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLifebuoy,
  IconLock,
  IconMail,
  IconMap2,
  IconMessageCircle,
  IconPolygon,
  IconReportAnalytics,
  IconRoute,
  IconRouter,
  IconServer,
  IconSettings,
  IconShare,
  IconSitemap,
  IconSpeedboat,
  IconSteeringWheel,
  IconTool,
  IconUser,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import { isSuper, type Permission } from '#contract/domain/permissions.ts'
import type { User } from '#contract/wire/user.ts'
import type { MessageKey } from '../i18n/messageKey.ts'

/** Pages with an address that needs no id. */
export type PagePath =
  | '/map'
  | '/board'
  | '/reports'
  | '/reports/scheduled'
  | '/trips'
  | '/comments'
  | '/exports'
  | '/vessels'
  | '/captains'
  | '/devices'
  | '/maintenance'
  | '/users'
  | '/alerts'
  | '/rules'
  | '/geofences'
  | '/organizations'
  | '/departments'
  | '/api-keys'
  | '/settings'
  | '/settings/personal'
  | '/settings/password'
  | '/settings/notifications'
  | '/settings/webhooks'
  | '/settings/messages'
  | '/settings/share-links'
  | '/settings/wall-screens'
  | '/settings/organization'
  | '/settings/department'
  | '/settings/audit'
  | '/settings/installation'
  | '/resources'
  | '/resources/help'
  | '/resources/announcements'
  | '/resources/release-notes'
  | '/resources/documentation'
  | '/resources/feedback'

export interface NavigationItem<Group extends string = string> {
  path: PagePath
  title: MessageKey
  group: Group
  icon: TablerIcon
  /** Permission in the chosen department; without it the item shows a lock and the page refuses. */
  permission?: Permission
  /** False hides the item and its page, because a role or a feature is missing. */
  gate?: (user: User) => boolean
  isNew?: boolean
}

export const GROUPS = ['overview', 'fleet', 'monitoring', 'administration'] as const

/** All items of the sidebar and the palette. A new page of the console is one line here and one in routes.ts. */
export const navigation: readonly NavigationItem<(typeof GROUPS)[number]>[] = [
  { path: '/map', title: 'nav.map', group: 'overview', icon: IconMap2 },
  {
    path: '/board',
    title: 'nav.board',
    group: 'overview',
    icon: IconLayoutDashboard,
    permission: 'department:vessel-view',
  },
  {
    path: '/reports',
    title: 'nav.reports',
    group: 'overview',
    icon: IconReportAnalytics,
    permission: 'department:trip-view',
  },
  {
    path: '/trips',
    title: 'nav.trips',
    group: 'overview',
    icon: IconRoute,
    permission: 'department:trip-view',
  },
  {
    path: '/comments',
    title: 'nav.comments',
    group: 'overview',
    icon: IconMessageCircle,
    permission: 'department:trip-comment-view',
  },
  {
    path: '/exports',
    title: 'nav.exports',
    group: 'overview',
    icon: IconDatabaseExport,
    permission: 'department:trip-view',
  },
  {
    path: '/vessels',
    title: 'nav.vessels',
    group: 'fleet',
    icon: IconSpeedboat,
    permission: 'department:vessel-view',
  },
  {
    path: '/captains',
    title: 'nav.captains',
    group: 'fleet',
    icon: IconSteeringWheel,
    permission: 'department:captain-view',
  },
  {
    path: '/devices',
    title: 'nav.devices',
    group: 'fleet',
    icon: IconRouter,
    permission: 'vessel:vessel-pair-device',
  },
  {
    path: '/maintenance',
    title: 'nav.maintenance',
    group: 'fleet',
    icon: IconTool,
    permission: 'vessel:maintenance-view',
  },
  { path: '/users', title: 'nav.users', group: 'fleet', icon: IconUsers, permission: 'department:user-view' },
  {
    path: '/alerts',
    title: 'nav.alerts',
    group: 'monitoring',
    icon: IconBell,
    permission: 'department:alert-view',
  },
  {
    path: '/rules',
    title: 'nav.rules',
    group: 'monitoring',
    icon: IconAdjustmentsHorizontal,
    permission: 'department:rule-view',
  },
  {
    path: '/geofences',
    title: 'nav.geofences',
    group: 'monitoring',
    icon: IconPolygon,
    permission: 'department:geofence-view',
  },
  {
    path: '/organizations',
    title: 'nav.organizations',
    group: 'administration',
    icon: IconBuildingCommunity,
    gate: (user) => isSuper(user.role_id),
  },
  {
    path: '/departments',
    title: 'nav.departments',
    group: 'administration',
    icon: IconSitemap,
    permission: 'department:department-view',
    gate: hasDepartments,
  },
  {
    path: '/api-keys',
    title: 'nav.apiKeys',
    group: 'administration',
    icon: IconKey,
    permission: 'department:api-key-view',
  },
]

/** Items at the bottom of the sidebar. */
export const footNavigation: readonly NavigationItem<'foot'>[] = [
  { path: '/settings', title: 'nav.settings', group: 'foot', icon: IconSettings },
  { path: '/resources', title: 'nav.help', group: 'foot', icon: IconLifebuoy },
]

export const settingsNavigation: readonly NavigationItem<'own' | 'organization'>[] = [
  { path: '/settings/personal', title: 'nav.personal', group: 'own', icon: IconUser },
  { path: '/settings/password', title: 'nav.password', group: 'own', icon: IconLock },
  { path: '/settings/notifications', title: 'nav.notifications', group: 'own', icon: IconBell },
  {
    path: '/settings/organization',
    title: 'nav.organization',
    group: 'organization',
    icon: IconBuilding,
    permission: 'company:company-edit',
  },
  {
    path: '/settings/department',
    title: 'nav.department',
    group: 'organization',
    icon: IconSitemap,
    permission: 'department:department-edit',
    gate: hasDepartments,
  },
  {
    path: '/settings/webhooks',
    title: 'nav.webhooks',
    group: 'organization',
    icon: IconWebhook,
    permission: 'company:company-edit',
  },
  {
    path: '/settings/messages',
    title: 'nav.messages',
    group: 'organization',
    icon: IconMail,
    permission: 'company:company-edit',
  },
  {
    path: '/settings/share-links',
    title: 'nav.shareLinks',
    group: 'organization',
    icon: IconShare,
    permission: 'vessel:trip-edit',
  },
  {
    path: '/settings/wall-screens',
    title: 'nav.wallLinks',
    group: 'organization',
    icon: IconDeviceTv,
    permission: 'company:company-edit',
  },
  {
    path: '/settings/audit',
    title: 'nav.audit',
    group: 'organization',
    icon: IconHistory,
    permission: 'company:audit-view',
  },
  {
    path: '/settings/installation',
    title: 'nav.installation',
    group: 'organization',
    icon: IconServer,
    gate: ({ role_id }) => role_id === 'super-admin',
  },
]

function hasDepartments({ company }: User): boolean {
  return company.features.departments
}
