import { USUAL_FENCE_S } from '#contract/wire/rule.ts'

interface Owner {
  organizationId: string
  departmentId: string
  /** User who made it; null when no user did. */
  userId: string | null
}

const NOBODY = { enabled: false, user_ids: [], apply_to_all: false }

/**
 * Rule that raises an alert in the console and at the helm whenever a vessel crosses; users choose further recipients.
 */
export const crossingRule = ({ organizationId, departmentId, userId }: Owner, geofenceId: string) => ({
  organizationId,
  departmentId,
  createdBy: userId,
  type: 'geofence',
  severity: 'info',
  definition: {
    ...{ geofences: { ids: [geofenceId] }, trigger_on: 'cross' as const, duration_sec: USUAL_FENCE_S },
  },
  vessels: { apply_to_all: true, ids: [] },
  notifications: {
    push_notifications: NOBODY,
    email: NOBODY,
    sms: NOBODY,
    helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
    console: { enabled: true },
  },
})
