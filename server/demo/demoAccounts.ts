import { ROLE_IDS, type RoleId } from '#contract/domain/permissions.ts'

/** The password of every demo account; demo mode therefore answers to this machine only. */
export const DEMO_PASSWORD = 'ahoy-demo'

const NAMES: Readonly<Record<RoleId, string>> = {
  'super-admin': 'Hildur Vala Steinsdóttir',
  'super-viewer': 'Paolo Repetto',
  'organization-admin': 'Ásta Kristín Bjarnadóttir',
  'organization-viewer': 'Tómas Árni Helgason',
  'department-admin': 'Brynja Sólveig Jónsdóttir',
  'department-viewer': 'Chiara Lavagna',
}

/** One account a role, to sign in with and look around. */
export const DEMO_ACCOUNTS = ROLE_IDS.map((roleId) => ({
  roleId,
  name: NAMES[roleId],
  email: `${roleId}@demo.example`,
}))
