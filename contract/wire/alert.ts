import { z } from 'zod'
import { RULE_SOURCES } from '#contract/domain/ruleSource.ts'
import { byId, endpoint, page } from './endpoint.ts'
import type { FromWire } from './wirePosition.ts'

/** Worst first. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const
export const ALERT_TYPES = ['threshold', 'geofence', 'external'] as const
/** Samples that came late, or trips that were measured again, refute it. */
export const WITHDRAWAL_REASONS = ['late_data'] as const
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number]
/** Computer on board during a silence: data wait there, it reports but receives none, or it is silent as well. */
export const BOARD_STATES = ['waiting', 'reporting', 'dark'] as const
export type BoardState = (typeof BOARD_STATES)[number]

/**
 * A condition that held, with its value at that moment; `period_sec` is null for a condition without a
 * period.
 */
const ConditionFacts = z.object({
  source: z
    .enum(RULE_SOURCES)
    .describe('Origin of the value: `time-series`, `statistics`, `vessel-status` or `j1939`.'),
  type: z
    .enum(['instant', 'vfp', 'range'])
    .describe(
      'Type of condition: `instant` compares the value, `vfp` a value held for a period, `range` its change within a period.',
    ),
  field: z.string().describe('Name of the compared field, for example `engine_speed`.'),
  operation: z
    .enum(['more_than', 'less_than'])
    .describe('Comparison of the value with the threshold: `more_than` or `less_than`.'),
  threshold: z.number().describe('Limit of the condition, in the wire unit of its field.'),
  value: z
    .number()
    .nullable()
    .describe('Value at the trigger time, in the wire unit of its field; null if unknown.'),
  period_sec: z
    .number()
    .nullable()
    .describe('Period of the condition in seconds, 5 or more; null for `instant`.'),
})
export type ConditionFacts = z.infer<typeof ConditionFacts>

/** Facts of an alert in numbers of the wire; the reader's client puts these into words. */
export const AlertFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('impact').describe("Type of facts: always `impact`, an impact above the vessel's limit."),
    impact: z.number().describe('Measured impact in g, 0 or more, without gravity.'),
    limit: z.number().describe('Impact limit of the vessel at that time, in g.'),
  }),
  /** `fence` names the geofence that the vessel was in, where the rule is limited to some. */
  z.object({
    kind: z
      .literal('threshold')
      .describe('Type of facts: always `threshold`, conditions of a rule that were met.'),
    conditions: z.array(ConditionFacts).describe('Conditions that were met, each with its value.'),
    fence: z
      .string()
      .nullable()
      .describe('Name of the geofence the vessel was in; null if the rule has no geofence.'),
    repeat: z
      .object({
        times: z.int().describe('Number of required occurrences, 2 to 100.'),
        within_sec: z.number().describe('Time window of the occurrences in seconds, 60 to 86,400.'),
      })
      .nullable()
      .optional()
      .describe('Repetitions that the rule required; null or absent if one occurrence is enough.'),
  }),
  z.object({
    kind: z.literal('geofence').describe('Type of facts: always `geofence`, a crossing of a geofence.'),
    fence: z.string().describe('Name of the geofence that the vessel crossed.'),
    direction: z
      .enum(['enter', 'exit', 'cross'])
      .describe('Direction of the crossing: `enter`, `exit`, or `cross` for a line.'),
    duration_sec: z
      .number()
      .optional()
      .describe(
        'Time the vessel had to stay on the new side, in seconds, up to 3,600; absent if the crossing counted at once.',
      ),
    between: z
      .object({
        from: z.iso.datetime().describe('Time of the last fix before the crossing, ISO 8601 in UTC.'),
        to: z.iso.datetime().describe('Time of the first fix after the crossing, ISO 8601 in UTC.'),
      })
      .optional()
      .describe(
        'Position fixes around the crossing; present only if they are more than a minute apart, so that `trigger_time` is interpolated.',
      ),
  }),
  /** A word of an engine: a trouble code of J1939, or a bit of the status of NMEA 2000, see N2K_STATUS_SPN. */
  z.object({
    kind: z
      .literal('external')
      .describe("Type of facts: always `external`, a fault that the vessel's own bus reported."),
    spn: z
      .int()
      .describe('Suspect parameter number of J1939; from 524,288 on, a status bit of an NMEA 2000 engine.'),
    fmi: z.int().nullable().describe('Failure mode identifier of J1939, 0 to 31; null for status bits.'),
    lamp: z
      .enum(['protect', 'amber', 'red', 'malfunction'])
      .nullable()
      .describe(
        'Warning lamp that the engine lit: `protect`, `amber`, `red` or `malfunction`; null for none.',
      ),
  }),
  z.object({
    kind: z.literal('maintenance').describe('Type of facts: always `maintenance`, work that is due.'),
    task_id: z.uuid().describe('Identifier of the maintenance task, a UUID.'),
    title: z.string().describe('Title of the task when the alert was raised.'),
    state: z.enum(['due', 'soon']).describe('State of the task: `due` or `soon`.'),
  }),
])
export type AlertFacts = z.infer<typeof AlertFacts>

/**
 * Seconds after its trigger time before an alert can be raised: a crossing counts only after a time on the
 * new side.
 */
export const knownAfterS = (facts: AlertFacts | null): number =>
  facts?.kind === 'geofence' ? (facts.duration_sec ?? 0) : 0

const person = z.object({
  id: z.uuid().describe('Identifier of the user or API key, a UUID.'),
  name: z.string().describe('Name of the user or API key.'),
})

/** An event that a person should look at: a broken rule, a crossed fence, a fault from the boat's own bus. */
export const Alert = z.object({
  id: z.uuid().describe('Identifier of the alert, a UUID.'),
  trigger_time: z.iso.datetime().describe('Time of the event that raised the alert, ISO 8601 in UTC.'),
  severity: z.enum(SEVERITIES).describe('Severity of the alert: `critical`, `warning` or `info`.'),
  type: z
    .enum(ALERT_TYPES)
    .describe("Type of alert: `threshold`, `geofence`, or `external` for the vessel's own bus."),
  ended_at: z.iso
    .datetime()
    .nullable()
    .describe(
      "End of the alert's cause, ISO 8601 in UTC; null while it continues. For a silent vessel, the time of its last sample.",
    ),
  ended_by_silence: z
    .boolean()
    .optional()
    .describe(
      'True if no reading showed the end: `ended_at` is then the last reading before ten minutes of silence.',
    ),
  is_open: z.boolean().describe('True while the cause of the alert continues.'),
  received_at: z.iso
    .datetime()
    .describe(
      'Time the server raised the alert, ISO 8601 in UTC; much later than `trigger_time` for late data.',
    ),
  text: z
    .string()
    .describe(
      "Text of the alert: the rule's message, otherwise the facts in the language of Accept-Language.",
    ),
  facts: AlertFacts.nullable().describe(
    'Facts that raised the alert, in wire units; null for an alert with text only.',
  ),
  board: z
    .enum(BOARD_STATES)
    .nullable()
    .optional()
    .describe(
      'For an alert about missing data, the computer on board: `waiting` when data wait there, `reporting` when it reports but receives none, `dark` when it is silent as well; kept as it was when the alert ended. Null or absent if unknown.',
    ),
  vessel_id: z.uuid().describe('Identifier of the vessel the alert is about, a UUID.'),
  vessel: z
    .object({
      id: z.uuid().describe('Identifier of the vessel, a UUID.'),
      name: z.string().describe('Name of the vessel.'),
      department: z
        .object({
          id: z.uuid().describe('Identifier of the department, a UUID.'),
          name: z.string().describe('Name of the department.'),
        })
        .describe('Department of the vessel the alert is about.'),
    })
    .describe('Vessel the alert is about, with its department.'),
  trip_id: z.uuid().nullable().describe('Identifier of the trip of the alert, a UUID; null outside trips.'),
  trip: z
    .object({
      id: z.uuid().describe('Identifier of the trip, a UUID.'),
      visible: z.boolean().describe('True if the trip is long enough to be listed.'),
      is_deleted: z.boolean().describe('True after a user deleted the trip.'),
    })
    .nullable()
    .describe('Trip of the alert; null outside trips or after its removal.'),
  rule_id: z
    .uuid()
    .nullable()
    .describe('Identifier of the rule that raised the alert, a UUID; null without a rule.'),
  rule_version: z
    .int()
    .nullable()
    .describe('Version of the rule at the trigger time, 1 or more; null without a rule.'),
  instance: z
    .int()
    .nullable()
    .describe('Number of the engine, battery or sensor the alert is about; null for the whole vessel.'),
  names: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      "Names that the vessel's own system gives the affected engines, batteries and tanks, by field.",
    ),
  withdrawn: z
    .object({
      at: z.iso.datetime().describe('Time of the withdrawal, ISO 8601 in UTC.'),
      reason: z.enum(WITHDRAWAL_REASONS).describe('Reason of the withdrawal: always `late_data`.'),
    })
    .nullable()
    .describe('Withdrawal of the alert after late data disproved it; null for a valid alert.'),
  assigned: z
    .object({
      ...{
        user: person.describe('User who handles the alert.'),
        by: person.nullable().describe('User who made the assignment; null for a program or a deleted user.'),
        api_key: person
          .nullable()
          .describe('API key of the program that made the assignment; null for a user.'),
        at: z.iso.datetime().describe('Time of the assignment, ISO 8601 in UTC.'),
      },
    })
    .nullable()
    .describe('Current assignment of the alert; null if unassigned.'),
  silenced_until: z.iso
    .datetime()
    .nullable()
    .describe('End of the silence, ISO 8601 in UTC: no reminders before it; null if not silenced.'),
  lat: z
    .number()
    .nullable()
    .describe('Latitude of the vessel at the trigger time in degrees, −90 to 90; null if unknown.'),
  lon: z
    .number()
    .nullable()
    .describe('Longitude of the vessel at the trigger time in degrees, −180 to 180; null if unknown.'),
  sources: z.array(z.string()).describe('Names of the devices on board whose readings raised the alert.'),
  acknowledged: z
    .object({
      at: z.iso.datetime().describe('Time of the acknowledgement, ISO 8601 in UTC.'),
      by: person
        .nullable()
        .describe('User who acknowledged the alert; null for a program or a deleted user.'),
      api_key: person
        .nullable()
        .describe('API key of the program that acknowledged the alert; null for a user.'),
    })
    .nullable()
    .describe('First acknowledgement of the alert; null before it.'),
})
export type WireAlert = z.infer<typeof Alert>
/** An alert inside: its position has the inner names. */
export type Alert = FromWire<WireAlert>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  access: 'department:alert-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: ['trigger_time', 'received_at'],
    usual: ['trigger_time', 'desc'],
    filters: {
      id: 'id',
      vessel_id: 'id',
      trip_id: 'id',
      type: ALERT_TYPES,
      severity: SEVERITIES,
      trigger_time: 'time',
      /** True when no user has acknowledged the alert and later data has not withdrawn it. */
      waiting: 'boolean',
      /** True while the alert is open. */
      is_open: 'boolean',
      department_id: 'department',
    },
  },
  output: page(Alert),
})
export const getAlert = endpoint({
  method: 'GET',
  path: '/api/alerts/:id',
  access: 'vessel:alert-view',
  forKeys: true,
  params: byId,
  output: Alert,
})
/** Acknowledges an alert. The first acknowledgement is kept, so a second one changes nothing. */
export const acknowledgeAlert = endpoint({
  method: 'PUT',
  path: '/api/alerts/:id/acknowledge',
  access: 'vessel:alert-acknowledge',
  forKeys: true,
  params: byId,
  output: Alert,
})
