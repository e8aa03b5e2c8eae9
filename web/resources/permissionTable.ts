import { PERMISSIONS_OF, type Permission, type RoleId } from '#contract/permissions.ts'

/** The roles that an organization gives to its own people. */
export const EXPLAINED_ROLES = [
  'organization-admin',
  'organization-viewer',
  'department-admin',
  'department-viewer',
] as const satisfies readonly RoleId[]

export interface PermissionRow {
  /** `Trip comments` */
  noun: string
  /** `view` */
  verb: string
  /** Who may, in the order of EXPLAINED_ROLES. */
  may: readonly boolean[]
}

/** The permission table as the server applies it, in words; a permission that is added there shows here by itself. */
export function permissionTable(): readonly PermissionRow[] {
  const rows = new Map<string, PermissionRow>()
  const all = new Set(Object.values(PERMISSIONS_OF).flat())
  for (const permission of all) {
    const { noun, verb } = inWords(permission)
    const may = EXPLAINED_ROLES.map((role) => PERMISSIONS_OF[role].includes(permission))
    const key = `${noun} ${verb}`
    const same = rows.get(key)?.may
    // To view vessels and to view one vessel is one line to a reader.
    rows.set(key, { noun, verb, may: same ? may.map((one, index) => one || same[index] === true) : may })
  }
  return [...rows.values()].toSorted((a, b) => a.noun.localeCompare(b.noun))
}

/** `vessel:trip-assign-captain` is `Trips`, `assign captain`. */
function inWords(permission: Permission): { noun: string; verb: string } {
  const [, name = ''] = permission.split(':')
  const [, noun = '', verb = ''] = /^(trip-comment|api-key|[a-z]+)-(.+)$/.exec(name) ?? []
  return { noun: NOUNS[noun] ?? `${capital(noun.replace('-', ' '))}s`, verb: verb.replaceAll('-', ' ') }
}

/** Those whose plural is not the word with an s. */
const NOUNS: Readonly<Record<string, string>> = {
  'api-key': 'API keys',
  audit: 'Audit log',
  company: 'Organization settings',
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
