import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { RULE_SOURCES } from './ruleSource.ts'

/** Worst first. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const
export const ALERT_TYPES = ['threshold', 'geofence', 'external'] as const
/** Samples that came late, or trips that were measured again, refute it. */
export const WITHDRAWAL_REASONS = ['late_data'] as const
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number]

/** A condition that held, with the value that it had at that moment; `period_sec` is null of what is judged at once. */
const ConditionFacts = z.object({
  source: z.enum(RULE_SOURCES),
  type: z.enum(['instant', 'vfp', 'range']),
  field: z.string(),
  operation: z.enum(['more_than', 'less_than']),
  threshold: z.number(),
  value: z.number().nullable(),
  period_sec: z.number().nullable(),
})
export type ConditionFacts = z.infer<typeof ConditionFacts>

/** What happened, in numbers of the wire; it is put into words when somebody reads it. */
export const AlertFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('impact'), impact: z.number(), limit: z.number() }),
  /** `fence` names the geofence that the vessel was in, where the rule is limited to some. */
  z.object({
    kind: z.literal('threshold'),
    conditions: z.array(ConditionFacts),
    fence: z.string().nullable(),
    /** Of a rule that counts: how often they came true within how long. */
    repeat: z.object({ times: z.int(), within_sec: z.number() }).nullable().optional(),
  }),
  z.object({
    kind: z.literal('geofence'),
    fence: z.string(),
    direction: z.enum(['enter', 'exit', 'cross']),
    /** Seconds on the new side after which the crossing counted; absent where it counted at once. */
    duration_sec: z.number().optional(),
    /** The fixes around it, where they lie more than a minute apart: `trigger_time` is interpolated between them. */
    between: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).optional(),
  }),
  /** A word of an engine: a trouble code of J1939, or a bit of the status of NMEA 2000, see N2K_STATUS_SPN. */
  z.object({
    kind: z.literal('external'),
    spn: z.int(),
    fmi: z.int().nullable(),
    lamp: z.enum(['protect', 'amber', 'red', 'malfunction']).nullable(),
  }),
])
export type AlertFacts = z.infer<typeof AlertFacts>

/** Seconds after its trigger time before an alert can be known: a crossing counts only after a time on the new side. */
export const knownAfterS = (facts: AlertFacts | null): number =>
  facts?.kind === 'geofence' ? (facts.duration_sec ?? 0) : 0

const person = z.object({ id: z.uuid(), name: z.string() })

/** Something a person should look at: a rule that was broken, a fence that was crossed, a word of the boat's own bus. */
export const Alert = z.object({
  id: z.uuid(),
  trigger_time: z.iso.datetime(),
  severity: z.enum(SEVERITIES),
  type: z.enum(ALERT_TYPES),
  /** When what it tells of was over; null while it goes on. Of a boat that fell silent, its last sample. */
  ended_at: z.iso.datetime().nullable(),
  /** No reading showed its end: `ended_at` is the last one before ten minutes of silence. */
  ended_by_silence: z.boolean().optional(),
  /** It goes on. */
  is_open: z.boolean(),
  /** When the server raised it: long after it happened where data came late. */
  received_at: z.iso.datetime(),
  /** The message of its rule, else its facts in the language of the call's Accept-Language. */
  text: z.string(),
  /** Null where somebody brought words of their own. */
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
  /** The version of the rule that was in force. */
  rule_version: z.int().nullable(),
  /** Of several engines, batteries or sensors, the one that it is about. */
  instance: z.int().nullable(),
  /** What her own system calls the batteries, engines and tanks that it is about, by field. */
  names: z.record(z.string(), z.string()).optional(),
  /** Data that came late says that it did not happen, after somebody was told of it or did something about it. */
  withdrawn: z.object({ at: z.iso.datetime(), reason: z.enum(WITHDRAWAL_REASONS) }).nullable(),
  /** Who looks after it, and who asked them to: a person, or a program by the name that its key had. */
  assigned: z
    .object({
      ...{ user: person, by: person.nullable(), api_key: person.nullable(), at: z.iso.datetime() },
    })
    .nullable(),
  /** Until then it reminds nobody. */
  silenced_until: z.iso.datetime().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** Names of the devices whose readings raised it. */
  sources: z.array(z.string()),
  /** Null until somebody has said that they saw it; nobody is whoever is no longer there. */
  acknowledged: z
    .object({
      at: z.iso.datetime(),
      by: person.nullable(),
      /** The program that did it, by the name that its key had. */
      api_key: person.nullable(),
    })
    .nullable(),
})
export type Alert = z.infer<typeof Alert>

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
      /** Nobody has acknowledged it, and nothing took it back. */
      waiting: 'boolean',
      /** It goes on. */
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
/** Somebody has seen it. Who says so first is kept, so a second time changes nothing. */
export const acknowledgeAlert = endpoint({
  method: 'PUT',
  path: '/api/alerts/:id/acknowledge',
  access: 'vessel:alert-acknowledge',
  forKeys: true,
  params: byId,
  output: Alert,
})
