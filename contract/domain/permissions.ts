/**
 * Roles and their permissions: one table, readable on one screen. A permission is `scope:action`. On the wire it
 * carries the id that it applies to: a department with everything in it, or `*` for everything that the user can see.
 * The server decides; the browser only shows.
 */
export const ROLE_IDS = [
  'super-admin',
  'super-viewer',
  'organization-admin',
  'organization-viewer',
  'department-admin',
  'department-viewer',
] as const
export type RoleId = (typeof ROLE_IDS)[number]

const view = [
  'department:trip-view',
  'department:trip-comment-view',
  'department:vessel-view',
  'department:captain-view',
  'department:alert-view',
  'department:rule-view',
  'department:geofence-view',
  'vessel:vessel-view',
  'vessel:trip-view',
  'vessel:trip-comment-view',
  'vessel:comment-view',
  'vessel:alert-view',
  'vessel:maintenance-view',
  'rule:rule-view',
  'captain:captain-view',
] as const

const edit = [
  'department:user-view',
  'department:user-create',
  'department:vessel-create',
  'department:captain-create',
  'department:rule-create',
  'department:geofence-create',
  'department:department-edit',
  'user:user-view',
  'user:user-edit',
  'user:user-delete',
  'captain:captain-edit',
  'captain:captain-delete',
  'rule:rule-edit',
  'rule:rule-delete',
  'geofence:geofence-edit',
  'vessel:vessel-edit',
  'vessel:vessel-delete',
  'vessel:vessel-pair-device',
  'vessel:trip-edit',
  'vessel:trip-delete',
  'vessel:trip-assign-captain',
  'vessel:alert-acknowledge',
  'vessel:maintenance-edit',
  'vessel:comment-create',
  'vessel:comment-delete-own',
  'vessel:comment-delete-any',
] as const

const administer = [
  'company:company-edit',
  'company:audit-view',
  'department:department-view',
  'department:department-create',
  'department:department-delete',
  'department:api-key-view',
  'department:api-key-create',
  'department:api-key-edit',
  'department:api-key-delete',
] as const

export const PERMISSIONS = [...view, ...edit, ...administer] as const
export type Permission = (typeof PERMISSIONS)[number]

export const PERMISSIONS_OF: Readonly<Record<RoleId, readonly Permission[]>> = {
  'super-admin': [...view, ...edit, ...administer],
  'super-viewer': [...view, 'department:user-view', 'department:department-view'],
  'organization-admin': [...view, ...edit, ...administer],
  'organization-viewer': [
    ...view,
    'department:user-view',
    'department:department-view',
    'vessel:comment-create',
    'vessel:comment-delete-own',
  ],
  'department-admin': [...view, ...edit],
  'department-viewer': [...view, 'vessel:comment-create', 'vessel:comment-delete-own'],
}

export const isSuper = (role: RoleId) => role === 'super-admin' || role === 'super-viewer'
/**
 * Super and organization roles see the whole organization; department roles their department and those below.
 */
export const seesWholeOrganization = (role: RoleId) => !role.startsWith('department-')
export const roleMay = (role: RoleId, permission: Permission) => PERMISSIONS_OF[role].includes(permission)

/**
 * True when the user's permission strings grant `permission` on a subject with one of these ids: its own and
 * its department's. Without ids, true when it is granted anywhere.
 */
export const mayDo = (
  granted: readonly string[],
  permission: Permission,
  ...ids: readonly (string | undefined)[]
) =>
  ids.some((id) => id !== undefined)
    ? ['*', ...ids].some((id) => granted.includes(`${permission}:${id}`))
    : granted.some((one) => one.startsWith(`${permission}:`))
