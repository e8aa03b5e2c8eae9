import { z } from 'zod'
import { SEVERITIES } from './alert.ts'
import { endpoint, page } from './endpoint.ts'

export const RULE_TYPES = ['threshold', 'geofence'] as const

/** When an alert is raised, of which vessels, and who hears of it. */
export const Rule = z.object({
  id: z.uuid(),
  type: z.enum(RULE_TYPES),
  severity: z.enum(SEVERITIES),
  department_id: z.uuid(),
  department: z.object({ id: z.uuid(), name: z.string() }),
  enabled: z.boolean(),
  message: z.string().nullable(),
  created_at: z.iso.datetime(),
  created_by: z.uuid().nullable(),
  vessels: z.object({ apply_to_all: z.boolean(), ids: z.array(z.string()) }),
  notifications: z.record(z.string(), z.unknown()),
  definition: z.record(z.string(), z.unknown()),
})
export type Rule = z.infer<typeof Rule>

export const listRules = endpoint({
  method: 'GET',
  path: '/api/rules',
  access: 'department:rule-view',
  list: {
    orders: ['type', 'severity', 'enabled', 'created_at'],
    filters: {
      id: 'id',
      type: RULE_TYPES,
      severity: SEVERITIES,
      enabled: 'boolean',
      geofence_id: 'id',
      department_id: 'department',
    },
  },
  output: page(Rule),
})
