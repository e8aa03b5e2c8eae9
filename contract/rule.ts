import { z } from 'zod'
import { SEVERITIES } from './alert.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { oneLine } from './oneLine.ts'
import { RULE_SOURCES } from './ruleSource.ts'
import { DAY_S } from './time.ts'

export const RULE_TYPES = ['threshold', 'geofence'] as const
/** Shortest time that a condition can be about, s. */
export const MIN_CONDITION_S = 5

const ids = z.array(z.uuid()).max(1000)
const period_sec = z.number().min(MIN_CONDITION_S, 'Duration must be at least 5 seconds')
const field = z.string().min(1, 'Field is required').max(100)

/** Where the value comes from; what each source has is listed in ruleFields.ts. */
const source = z.enum(RULE_SOURCES).optional()

/** What is looked at: a value as it is, one that was held for a period, or how much it changed within one. */
const Variable = z.discriminatedUnion('type', [
  z.object({ type: z.literal('instant'), source, field }),
  z.object({ type: z.literal('vfp'), source, field, period_sec }),
  z.object({ type: z.literal('range'), source, field, period_sec }),
])

/** In the unit that the field has on the wire; a decrease is a `range` that is less than a negative value. */
export const Condition = z.object({
  variable: Variable,
  operation: z.enum(['more_than', 'less_than'], 'Operation is required'),
  value: z.number('You must specify a threshold value'),
  /** How far a value has to come back before it counts as back; null for 2 % of the threshold. */
  dead_band: z.number().min(0).nullable().optional(),
})
export type Condition = z.infer<typeof Condition>

/** How long it must be over before it may happen again, and how long one alert keeps the next away; null for its default. */
const pauses = {
  clear_sec: z.number().min(0).max(DAY_S).optional(),
  cool_down_sec: z.number().min(0).max(DAY_S).nullable().optional(),
}
export const CLEAR_S = 60
export const COOL_DOWN_S = { critical: 60, warning: 300, info: 300 } as const

/** So often they have to come true within so long before it is worth a word: once is usual for a bilge pump. */
const Repeat = z.object({ times: z.int().min(2).max(100), within_sec: z.number().min(60).max(DAY_S) })

const conditions = z.array(Condition).min(1).max(20)

/** All of `and` at once, or all of one of the groups of `or`; with `geofences.enabled` only inside these, or only outside. */
export const ThresholdDefinition = z.object({
  geofences: z.object({ enabled: z.boolean(), ids, area_operation: z.enum(['inside', 'outside']) }),
  logic: z.object({
    and: conditions,
    or: z
      .array(z.object({ and: conditions }))
      .max(10)
      .optional(),
  }),
  repeat: Repeat.nullable().optional(),
  ...pauses,
})
export type ThresholdDefinition = z.infer<typeof ThresholdDefinition>

/** Longest time that a vessel may have to stay on the new side of a fence, s. */
export const MOST_FENCE_S = 3600
/** Seconds that the form offers, and that the rule made with a new fence has. */
export const USUAL_FENCE_S = 10

/** Exactly one fence; `cross` is either way, and all that a line knows. With `and` only while all of these hold. */
export const GeofenceDefinition = z.object({
  geofences: z.object({ ids: ids.length(1) }),
  trigger_on: z.enum(['exit', 'enter', 'cross']),
  /** A crossing counts once the vessel has been on the new side for at least so long; absent is 0. */
  duration_sec: z
    .number('Duration must be a number')
    .min(0, 'Duration must be between 0 and 3600 seconds')
    .max(MOST_FENCE_S, 'Duration must be between 0 and 3600 seconds')
    .optional(),
  and: z.array(Condition).max(20).optional(),
  ...pauses,
})
export type GeofenceDefinition = z.infer<typeof GeofenceDefinition>

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

export const MESSAGE_TIMES = ['begin', 'end', 'both'] as const
export type MessageTime = (typeof MESSAGE_TIMES)[number]

const Recipients = z.object({
  enabled: z.boolean(),
  apply_to_all: z.boolean().default(false),
  user_ids: ids,
  /** Whether the message leaves when an alert begins, when it is over, or both; absent is when it begins. */
  when: z.enum(MESSAGE_TIMES).optional(),
})
/** Who hears of an alert, and how. */
export const RuleNotifications = z.object({
  push_notifications: Recipients,
  email: Recipients,
  sms: Recipients,
  helm: z.object({
    enabled: z.boolean(),
    show_native_alert_banner: z.boolean().default(false),
    requires_acknowledgement: z.boolean().default(false),
  }),
  console: z.object({ enabled: z.boolean() }),
  /** Holds back mail, SMS and push in these hours of the organization's zone, and tells afterwards. */
  quiet_hours: z.object({ from: clock, until: clock }).nullable().optional(),
  /** More mails, SMS and pushes than this in an hour become one that sums them up. */
  max_per_hour: z.int().min(1).max(1000).nullable().optional(),
  /** Who is told when nobody has acknowledged after so long. */
  escalation: z
    .object({ after_sec: z.number().min(60).max(DAY_S), user_ids: ids.min(1) })
    .nullable()
    .optional(),
})
export type RuleNotifications = z.infer<typeof RuleNotifications>

/** Whose boats: all of the department and of those below it but the excluded ones, or these. */
const RuleVessels = z.object({ apply_to_all: z.boolean(), ids, excluded_ids: ids.optional() })

/** Why a rule can never hold. */
export const DEFECTS = ['no_geofence', 'no_vessel', 'no_sensor'] as const

const common = z.object({
  id: z.uuid(),
  /** Counts the changes; whoever changes it says which they saw. */
  version: z.int(),
  severity: z.enum(SEVERITIES),
  department_id: z.uuid(),
  department: z.object({ id: z.uuid(), name: z.string() }),
  enabled: z.boolean(),
  message: z.string().nullable(),
  created_at: z.iso.datetime(),
  created_by: z.uuid().nullable(),
  vessels: RuleVessels,
  notifications: RuleNotifications,
  /** Its geofences are gone, it has no vessel, or no vessel ever sent what it looks at; absent where it can hold. */
  cannot_hold: z.enum(DEFECTS).optional(),
})

/** When an alert is raised, of which vessels, and who hears of it. */
export const Rule = z.discriminatedUnion('type', [
  common.extend({ type: z.literal('threshold'), definition: ThresholdDefinition }),
  common.extend({ type: z.literal('geofence'), definition: GeofenceDefinition }),
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
      /** What it says in a list: its message, and what it watches for. */
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
/** What a rule says until somebody says otherwise: in the console and at the helm. */
export const DEFAULT_NOTIFICATIONS: z.input<typeof RuleNotifications> = {
  push_notifications: NOBODY,
  email: NOBODY,
  sms: NOBODY,
  helm: { enabled: true, show_native_alert_banner: false, requires_acknowledgement: false },
  console: { enabled: true },
}

const form = z.object({
  severity: z.enum(SEVERITIES),
  department_id: z.uuid('Department is required'),
  enabled: z.boolean().default(true),
  message: oneLine().max(200).nullable().default(null),
  vessels: RuleVessels.prefault({ apply_to_all: true, ids: [] }),
  notifications: RuleNotifications.prefault(DEFAULT_NOTIFICATIONS),
})
const ThresholdForm = form.extend({ type: z.literal('threshold'), definition: ThresholdDefinition })
const GeofenceRuleForm = form.extend({ type: z.literal('geofence'), definition: GeofenceDefinition })
export const RuleForm = z.discriminatedUnion('type', [ThresholdForm, GeofenceRuleForm])
export type RuleForm = z.infer<typeof RuleForm>

/** Nobody chosen is all. Boats, fences and people are of the department or of those below it. */
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
 * What a rule would have raised in a stretch of time of at most 31 days, had it been in force. `from` is later than what
 * was asked for where there is too much to look at in one answer.
 */
export const previewRule = endpoint({
  method: 'POST',
  path: '/api/rules/preview',
  access: 'department:rule-create',
  forKeys: true,
  body: z.object({ rule: RuleForm, from: z.iso.datetime(), to: z.iso.datetime() }),
  output: z.object({
    /** How often it would have fired, on how many boats, of how many that it is for. */
    total: z.int(),
    vessels_fired: z.int(),
    vessels: z.int(),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    /** The newest of them. */
    data: z.array(
      z.object({
        vessel: z.object({ id: z.uuid(), name: z.string() }),
        trigger_time: z.iso.datetime(),
        ended_at: z.iso.datetime().nullable(),
        instance: z.int().nullable(),
        text: z.string(),
      }),
    ),
  }),
})

/** Which copy was changed; with it, it is a `conflict` to write over what somebody else has changed since. */
const version = z.int().optional()
/** The whole rule, or only whether it is enabled. A rule keeps its type. */
export const updateRule = endpoint({
  method: 'PUT',
  path: '/api/rules/:id',
  access: 'rule:rule-edit',
  forKeys: true,
  params: byId,
  body: z.discriminatedUnion('type', [
    ThresholdForm.extend({ version }),
    GeofenceRuleForm.extend({ version }),
    z.object({ type: z.undefined().optional(), enabled: z.boolean() }),
  ]),
  output: Rule,
})
/** What was raised by it stays. */
export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/api/rules/:id',
  access: 'rule:rule-delete',
  forKeys: true,
  params: byId,
  output: z.object({ ok: z.literal(true) }),
})

/** Whether a rule is meant for a vessel of its departments. */
export const isForVessel = ({ apply_to_all, ids, excluded_ids = [] }: Rule['vessels'], vesselId: string) =>
  apply_to_all ? !excluded_ids.includes(vesselId) : ids.includes(vesselId)

/** Everything that has to hold for a rule, one by one. */
export function conditionsOf({ type, definition }: Pick<RuleForm, 'type' | 'definition'>): Condition[] {
  if (type === 'geofence') return (definition as GeofenceDefinition).and ?? []
  const { and, or = [] } = (definition as ThresholdDefinition).logic
  return [...and, ...or.flatMap((group) => group.and)]
}
