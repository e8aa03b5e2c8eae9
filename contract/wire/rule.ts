import { z } from 'zod'
import { RULE_SOURCES } from '#contract/domain/ruleSource.ts'
import { DAY_S } from '#contract/domain/time.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { SEVERITIES } from './alert.ts'
import { byId, endpoint, page } from './endpoint.ts'

export const RULE_TYPES = ['threshold', 'geofence'] as const
/** Shortest time that a condition can be about, s. */
export const MIN_CONDITION_S = 5

const ids = z.array(z.uuid()).max(1000)
const period_sec = z.number().min(MIN_CONDITION_S, 'Duration must be at least 5 seconds')
const field = z.string().min(1, 'Field is required').max(100)

/** Source of the value; ruleFields.ts lists the fields of each source. */
const source = z.enum(RULE_SOURCES).optional()

/** Input of a condition: a present value, a value held over a period, or its change within one. */
const Variable = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('instant').describe('Type of condition: always `instant`, the current value.'),
    source: source.describe(
      'Origin of the value: `time-series`, `statistics`, `vessel-status` or `j1939`; found from the field if absent.',
    ),
    field: field.describe('Name of the field, for example `engine_speed`, 1 to 100 characters.'),
  }),
  z.object({
    type: z.literal('vfp').describe('Type of condition: always `vfp`, a value held for the whole period.'),
    source: source.describe(
      'Origin of the value: `time-series`, `statistics`, `vessel-status` or `j1939`; found from the field if absent.',
    ),
    field: field.describe('Name of the field, for example `engine_speed`, 1 to 100 characters.'),
    period_sec: period_sec.describe('Period of the condition in seconds, 5 or more.'),
  }),
  z.object({
    type: z
      .literal('range')
      .describe('Type of condition: always `range`, the change of the value within the period.'),
    source: source.describe(
      'Origin of the value: `time-series`, `statistics`, `vessel-status` or `j1939`; found from the field if absent.',
    ),
    field: field.describe('Name of the field, for example `engine_speed`, 1 to 100 characters.'),
    period_sec: period_sec.describe('Period of the condition in seconds, 5 or more.'),
  }),
])

/** In the unit that the field has on the wire; a decrease is a `range` that is less than a negative value. */
export const Condition = z.object({
  variable: Variable.describe('Value that the condition compares.'),
  operation: z
    .enum(['more_than', 'less_than'], 'Operation is required')
    .describe('Comparison with the threshold: `more_than` or `less_than`.'),
  value: z
    .number('You must specify a threshold value')
    .describe('Threshold of the condition, in the wire unit of the field.'),
  dead_band: z
    .number()
    .min(0)
    .nullable()
    .optional()
    .describe(
      'Distance that the value must come back beyond the threshold, 0 or more, in the wire unit; null for 2 % of the threshold.',
    ),
})
export type Condition = z.infer<typeof Condition>

/** How long it must be over before it may happen again, and how long one alert keeps the next away; null for its default. */
const pauses = {
  clear_sec: z
    .number()
    .min(0)
    .max(DAY_S)
    .optional()
    .describe(
      'Time that the conditions must be false before the rule can fire again, in seconds, 0 to 86,400; 60 if absent.',
    ),
  cool_down_sec: z
    .number()
    .min(0)
    .max(DAY_S)
    .nullable()
    .optional()
    .describe(
      'Least time between two alerts of the rule, in seconds, 0 to 86,400; null for the default of its severity.',
    ),
}
export const CLEAR_S = 60
export const COOL_DOWN_S = { critical: 60, warning: 300, info: 300 } as const

/** So often they have to come true within so long before it is worth a word: once is usual for a bilge pump. */
const Repeat = z.object({
  times: z.int().min(2).max(100).describe('Number of required occurrences, 2 to 100.'),
  within_sec: z
    .number()
    .min(60)
    .max(DAY_S)
    .describe('Time window of the occurrences in seconds, 60 to 86,400.'),
})

const conditions = z.array(Condition).min(1).max(20)

/**
 * All conditions of `and`, or all of one group of `or`; with `geofences.enabled` only inside these, or only
 * outside.
 */
export const ThresholdDefinition = z.object({
  geofences: z
    .object({
      enabled: z.boolean().describe('True if the rule applies only inside or outside the geofences.'),
      ids: ids.describe('Identifiers of the geofences, UUIDs, at most 1,000.'),
      area_operation: z
        .enum(['inside', 'outside'])
        .describe('Side of the geofences where the rule applies: `inside` or `outside`.'),
    })
    .describe('Geofences that limit the rule.'),
  logic: z
    .object({
      and: conditions.describe('Conditions that must all be true together, 1 to 20.'),
      or: z
        .array(
          z.object({
            and: conditions.describe('Conditions of this group that must all be true together, 1 to 20.'),
          }),
        )
        .max(10)
        .optional()
        .describe('Alternative groups of conditions, at most 10; one true group is enough.'),
    })
    .describe('Conditions of the rule and their combination.'),
  repeat: Repeat.nullable()
    .optional()
    .describe('Repetitions required before an alert; null or absent if one occurrence is enough.'),
  ...pauses,
})
export type ThresholdDefinition = z.infer<typeof ThresholdDefinition>

/** Longest time that a vessel may have to stay on the new side of a fence, s. */
export const MOST_FENCE_S = 3600
/** Seconds that the form offers, and that the rule made with a new fence has. */
export const USUAL_FENCE_S = 10

/**
 * Exactly one fence; `cross` means either direction, and is the only choice for a line. With `and` only while
 * all of these conditions are true.
 */
export const GeofenceDefinition = z.object({
  geofences: z
    .object({ ids: ids.length(1).describe('Identifier of the geofence, exactly one UUID.') })
    .describe('Geofence that the rule watches.'),
  trigger_on: z
    .enum(['exit', 'enter', 'cross'])
    .describe('Direction of the crossing that counts: `exit`, `enter` or `cross` for both.'),
  duration_sec: z
    .number('Duration must be a number')
    .min(0, 'Duration must be between 0 and 3600 seconds')
    .max(MOST_FENCE_S, 'Duration must be between 0 and 3600 seconds')
    .optional()
    .describe('Time on the new side before the crossing counts, in seconds, 0 to 3,600; 0 if absent.'),
  and: z
    .array(Condition)
    .max(20)
    .optional()
    .describe('Conditions that must also be true at the crossing, at most 20.'),
  ...pauses,
})
export type GeofenceDefinition = z.infer<typeof GeofenceDefinition>

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const MESSAGE_TIMES = ['begin', 'end', 'both'] as const
export type MessageTime = (typeof MESSAGE_TIMES)[number]

const Recipients = z.object({
  enabled: z.boolean().describe('True if this channel is used.'),
  apply_to_all: z
    .boolean()
    .default(false)
    .describe('True for all users with access to the vessel, whatever `user_ids` lists.'),
  user_ids: ids.describe('Identifiers of the recipients, UUIDs, at most 1,000.'),
  when: z
    .enum(MESSAGE_TIMES)
    .optional()
    .describe('Event that sends a message: `begin` or `end` of the alert, or `both`; `begin` if absent.'),
})
/** Recipients of an alert, by channel. */
export const RuleNotifications = z.object({
  push_notifications: Recipients.describe('Recipients of push messages about the alert.'),
  email: Recipients.describe('Recipients of emails about the alert.'),
  sms: Recipients.describe('Recipients of SMS about the alert.'),
  helm: z
    .object({
      enabled: z.boolean().describe('True if the helm display shows the alert.'),
      show_native_alert_banner: z
        .boolean()
        .default(false)
        .describe('True if the device at the helm also shows its own notification.'),
      requires_acknowledgement: z
        .boolean()
        .default(false)
        .describe('True if the helm display shows the alert until it is acknowledged.'),
    })
    .describe('Display of the alert at the helm.'),
  console: z
    .object({ enabled: z.boolean().describe('True if the console shows the alert.') })
    .describe('Display of the alert in the console.'),
  quiet_hours: z
    .object({
      from: clock.describe("Start of the quiet hours, HH:MM in the organization's time zone."),
      until: clock.describe("End of the quiet hours, HH:MM in the organization's time zone."),
    })
    .nullable()
    .optional()
    .describe('Hours of the day when email, SMS and push messages wait; null or absent for none.'),
  max_per_hour: z
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .optional()
    .describe(
      'Number of messages per hour before the rest become one summary, 1 to 1,000; null or absent for no limit.',
    ),
  escalation: z
    .object({
      after_sec: z
        .number()
        .min(60)
        .max(DAY_S)
        .describe('Time without acknowledgement before the escalation, in seconds, 60 to 86,400.'),
      user_ids: ids.min(1).describe('Identifiers of the further recipients, UUIDs, 1 to 1,000.'),
    })
    .nullable()
    .optional()
    .describe('Further recipients of an alert that stays unacknowledged; null or absent for none.'),
})
export type RuleNotifications = z.infer<typeof RuleNotifications>

/** Vessels of a rule: all of the department and below except the excluded ones, or the listed ones. */
const RuleVessels = z.object({
  apply_to_all: z
    .boolean()
    .describe('True for all vessels of the department and below, except the excluded ones.'),
  ids: ids.describe("Identifiers of the rule's vessels, UUIDs, at most 1,000; ignored with `apply_to_all`."),
  excluded_ids: ids
    .optional()
    .describe('Identifiers of vessels without the rule, UUIDs, at most 1,000; only with `apply_to_all`.'),
})

/** Why a rule can never hold. */
export const DEFECTS = ['no_geofence', 'no_vessel', 'no_sensor'] as const

const common = z.object({
  id: z.uuid().describe('Identifier of the rule, a UUID.'),
  version: z.int().describe('Version of the rule, 1 or more, increased by each change.'),
  severity: z.enum(SEVERITIES).describe("Severity of the rule's alerts: `critical`, `warning` or `info`."),
  department_id: z.uuid().describe("Identifier of the rule's department, a UUID."),
  department: z
    .object({
      id: z.uuid().describe('Identifier of the department, a UUID.'),
      name: z.string().describe('Name of the department.'),
    })
    .describe('Department that the rule belongs to.'),
  enabled: z.boolean().describe('True if the rule is in use.'),
  message: z
    .string()
    .nullable()
    .describe("Message of the rule's alerts; null to describe the facts instead."),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  created_by: z
    .uuid()
    .nullable()
    .describe('Identifier of the user who created the rule, a UUID; null for a program or a deleted user.'),
  vessels: RuleVessels.describe('Vessels that the rule applies to.'),
  notifications: RuleNotifications.describe("Recipients and displays of the rule's alerts."),
  cannot_hold: z
    .enum(DEFECTS)
    .optional()
    .describe(
      'Reason why the rule can never fire: `no_geofence`, `no_vessel` or `no_sensor`; absent if it can.',
    ),
})

/** A rule: when it raises an alert, for which vessels, and whom it notifies. */
export const Rule = z.discriminatedUnion('type', [
  common.extend({
    type: z.literal('threshold').describe('Type of rule: always `threshold`, a comparison of values.'),
    definition: ThresholdDefinition.describe('Conditions under which the rule fires.'),
  }),
  common.extend({
    type: z.literal('geofence').describe('Type of rule: always `geofence`, a crossing of a geofence.'),
    definition: GeofenceDefinition.describe('Conditions under which the rule fires.'),
  }),
])
export type Rule = z.infer<typeof Rule>

export const listRules = endpoint({
  method: 'GET',
  path: '/api/rules',
  access: 'department:rule-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: ['type', 'severity', 'enabled', 'created_at'],
    usual: ['created_at', 'desc'],
    filters: {
      id: 'id',
      type: RULE_TYPES,
      severity: SEVERITIES,
      enabled: 'boolean',
      geofence_id: 'id',
      message: 'text',
      /** Text of the rule in a list: its message and its condition. */
      text: 'words',
      /** Rules that apply to this vessel or to all. */
      vessel_id: 'id',
      department_id: 'department',
    },
  },
  output: page(Rule),
})

export const getRule = endpoint({
  method: 'GET',
  path: '/api/rules/:id',
  access: 'rule:rule-view',
  forKeys: true,
  params: byId,
  output: Rule,
})

const NOBODY: z.input<typeof Recipients> = { enabled: false, apply_to_all: false, user_ids: [] }
/** Notifications of a new rule until a user changes them: in the console and at the helm. */
export const DEFAULT_NOTIFICATIONS: z.input<typeof RuleNotifications> = {
  push_notifications: NOBODY,
  email: NOBODY,
  sms: NOBODY,
  helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
  console: { enabled: true },
}

const form = z.object({
  severity: z.enum(SEVERITIES).describe("Severity of the rule's alerts: `critical`, `warning` or `info`."),
  department_id: z
    .uuid('Department is required')
    .describe('Identifier of the department for the rule, a UUID.'),
  enabled: z.boolean().default(true).describe('True to use the rule at once.'),
  message: oneLine()
    .max(200)
    .nullable()
    .default(null)
    .describe("Message of the rule's alerts, at most 200 characters; null to describe the facts instead."),
  vessels: RuleVessels.prefault({ apply_to_all: true, ids: [] }).describe(
    'Vessels for the rule; all of the department if absent.',
  ),
  notifications: RuleNotifications.prefault(DEFAULT_NOTIFICATIONS).describe(
    "Recipients and displays of the rule's alerts.",
  ),
})
const ThresholdForm = form.extend({
  type: z.literal('threshold').describe('Type of rule: always `threshold`, a comparison of values.'),
  definition: ThresholdDefinition.describe('Conditions under which the rule fires.'),
})
const GeofenceRuleForm = form.extend({
  type: z.literal('geofence').describe('Type of rule: always `geofence`, a crossing of a geofence.'),
  definition: GeofenceDefinition.describe('Conditions under which the rule fires.'),
})
export const RuleForm = z.discriminatedUnion('type', [ThresholdForm, GeofenceRuleForm])
export type RuleForm = z.infer<typeof RuleForm>

/**
 * Creates a rule; an empty choice of boats means all. Boats, fences and people belong to the department or
 * those below.
 */
export const createRule = endpoint({
  method: 'POST',
  path: '/api/rules',
  access: 'department:rule-create',
  forKeys: true,
  body: RuleForm,
  output: Rule,
})

/** As many as are listed; all are counted. */
export const MOST_PREVIEWED = 200
/**
 * Alerts that a rule would have raised in an interval of at most 31 days. `from` is later than requested when the
 * interval is too much for one answer.
 */
export const previewRule = endpoint({
  method: 'POST',
  path: '/api/rules/preview',
  access: 'department:rule-create',
  forKeys: true,
  body: z.object({
    rule: RuleForm.describe('Rule to test against stored data.'),
    from: z.iso.datetime().describe('Start of the time to test, ISO 8601 in UTC.'),
    to: z.iso.datetime().describe('End of the time to test, ISO 8601 in UTC, at most 31 days after `from`.'),
  }),
  output: z.object({
    total: z.int().describe('Number of alerts that the rule would have raised.'),
    vessels_fired: z.int().describe('Number of vessels on which the rule would have fired.'),
    vessels: z.int().describe('Number of vessels that the rule applies to.'),
    from: z.iso
      .datetime()
      .describe('Start of the tested time, ISO 8601 in UTC; later than requested for very much data.'),
    to: z.iso.datetime().describe('End of the tested time, ISO 8601 in UTC.'),
    data: z
      .array(
        z.object({
          vessel: z
            .object({
              id: z.uuid().describe('Identifier of the vessel, a UUID.'),
              name: z.string().describe('Name of the vessel.'),
            })
            .describe('Vessel of the possible alert.'),
          trigger_time: z.iso.datetime().describe('Time of the possible alert, ISO 8601 in UTC.'),
          ended_at: z.iso
            .datetime()
            .nullable()
            .describe('End of the possible alert, ISO 8601 in UTC; null while it continues.'),
          instance: z
            .int()
            .nullable()
            .describe('Number of the engine, battery or sensor concerned; null for the whole vessel.'),
          text: z.string().describe('Text that the alert would have.'),
        }),
      )
      .describe('Newest alerts that the rule would have raised, at most 200.'),
  }),
})

/** Version of the edited copy; with it, the call fails with `conflict` when another user has changed the rule since. */
const version = z.int().optional()
/** The whole rule, or only whether it is enabled. A rule keeps its type. */
export const updateRule = endpoint({
  method: 'PUT',
  path: '/api/rules/:id',
  access: 'rule:rule-edit',
  forKeys: true,
  params: byId,
  body: z.discriminatedUnion('type', [
    ThresholdForm.extend({
      version: version.describe(
        'Version of the rule that the caller edited; the call fails with `conflict` if it is not the newest.',
      ),
    }),
    GeofenceRuleForm.extend({
      version: version.describe(
        'Version of the rule that the caller edited; the call fails with `conflict` if it is not the newest.',
      ),
    }),
    z.object({
      type: z.undefined().optional().describe('Absent in a body that changes only `enabled`.'),
      enabled: z.boolean().describe('True to use the rule, false to pause it.'),
    }),
  ]),
  output: Rule,
})
/** Deletes a rule; its alerts stay. */
export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/api/rules/:id',
  access: 'rule:rule-delete',
  forKeys: true,
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** Whether a rule is meant for a vessel of its departments. */
export const isForVessel = ({ apply_to_all, ids, excluded_ids = [] }: Rule['vessels'], vesselId: string) =>
  apply_to_all ? !excluded_ids.includes(vesselId) : ids.includes(vesselId)

/** All conditions of a rule, one by one. */
export function conditionsOf({ type, definition }: Pick<RuleForm, 'type' | 'definition'>): Condition[] {
  if (type === 'geofence') return (definition as GeofenceDefinition).and ?? []
  const { and, or = [] } = (definition as ThresholdDefinition).logic
  return [...and, ...or.flatMap((group) => group.and)]
}
