import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'

/** Worst first. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const
export const ALERT_TYPES = ['threshold', 'geofence', 'external'] as const

/** What happened, in numbers of the wire; it is put into words when somebody reads it. */
export const AlertFacts = z.object({ kind: z.literal('impact'), impact: z.number(), limit: z.number() })
export type AlertFacts = z.infer<typeof AlertFacts>

/** Something a person should look at: a rule that was broken, a fence that was crossed, a word of the boat's own bus. */
export const Alert = z.object({
  id: z.uuid(),
  trigger_time: z.iso.datetime(),
  severity: z.enum(SEVERITIES),
  type: z.enum(ALERT_TYPES),
  /** In the language of the call's Accept-Language. */
  text: z.string(),
  /** Null where a rule or a device brought its own words. */
  facts: AlertFacts.nullable(),
  vessel_id: z.uuid(),
  vessel: z.object({
    id: z.uuid(),
    name: z.string(),
    department: z.object({ id: z.uuid(), name: z.string() }),
  }),
  trip_id: z.uuid().nullable(),
  /** Null where there is none, or none any more. */
  trip: z.object({ id: z.uuid(), visible: z.boolean(), is_deleted: z.boolean() }).nullable(),
  rule_id: z.uuid().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** Names of the devices whose readings raised it. */
  sources: z.array(z.string()),
  /** Null until somebody has said that they saw it; nobody is whoever is no longer there. */
  acknowledged: z
    .object({
      at: z.iso.datetime(),
      by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    })
    .nullable(),
})
export type Alert = z.infer<typeof Alert>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  access: 'department:alert-view',
  list: {
    orders: ['trigger_time'],
    filters: {
      id: 'id',
      vessel_id: 'id',
      trip_id: 'id',
      type: ALERT_TYPES,
      severity: SEVERITIES,
      trigger_time: 'time',
      department_id: 'department',
    },
  },
  output: page(Alert),
})
export const getAlert = endpoint({
  method: 'GET',
  path: '/api/alerts/:id',
  access: 'vessel:alert-view',
  params: byId,
  output: Alert,
})
/** Somebody has seen it. Who says so first is kept, so a second time changes nothing. */
export const acknowledgeAlert = endpoint({
  method: 'PUT',
  path: '/api/alerts/:id/acknowledge',
  access: 'vessel:alert-acknowledge',
  params: byId,
  output: Alert,
})
