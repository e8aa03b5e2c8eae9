import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { NIL_ID } from '#contract/wire/endpoint.ts'
import type { User } from '#contract/wire/user.ts'

/** User object for the visitor of a share link: no identity and no permissions. */
export function visitor({
  organization,
  hasComfortSpeed,
}: {
  organization: string
  hasComfortSpeed: boolean
}): User {
  const place = { contact: null, country: null, region: null }
  const off = {
    ...{ push_notifications: false, email_notifications: false, sms_notifications: false },
    ...{ rule_alert_push_notifications: false, rule_alert_email: false, rule_alert_sms: false },
    ...{ n2k_flag_push_notifications: false, n2k_flag_email: false, n2k_flag_sms: false },
  }
  return {
    ...{ id: NIL_ID, name: '', email: '', phone_number: null, profile_picture_url: null },
    company_id: NIL_ID,
    company: {
      ...{ id: NIL_ID, name: organization, ...place, time_zone: null, created_at: '' },
      features: { departments: false, route_guidance: false },
      settings: { has_comfort_speed: hasComfortSpeed, force_captain_login: false },
      ...{ require_second_factor: false, min_password_length: 6 },
    },
    department_id: NIL_ID,
    department: { id: NIL_ID, name: '', parent_id: null, company_id: NIL_ID, ...place },
    role_id: 'department-viewer',
    role: { id: 'department-viewer', name: '', description: '' },
    memberships: [],
    auth_role: 'user',
    permissions: [],
    support_email: null,
    website_url: null,
    documentation_url: null,
    unread_messages: { alert_count: 0, announcement_count: 0 },
    subscribed_notifications: off,
    units: WIRE_UNITS,
    message_language: 'en',
    needs_second_factor: false,
    first_steps: null,
  }
}
