/** An alert as a case: what people did about it, and how it was told to whom. */
import { z } from 'zod'
import { Alert } from './alert.ts'
import { byId, endpoint } from './endpoint.ts'
import { freeText } from './freeText.ts'
import { CHANNELS, MESSAGE_REASONS, MESSAGE_STATES } from './message.ts'

export const ALERT_NOTE_KINDS = ['acknowledge', 'assign', 'silence', 'comment'] as const
export type AlertNoteKind = (typeof ALERT_NOTE_KINDS)[number]

const Named = z.object({ id: z.uuid(), name: z.string() })

/** Something that was done about an alert; nobody is whoever is no longer there. */
export const AlertNote = z.object({
  id: z.uuid(),
  kind: z.enum(ALERT_NOTE_KINDS),
  by: Named.nullable(),
  /** The program that did it, by the name that its key had. */
  api_key: Named.nullable(),
  at: z.iso.datetime(),
  /** Of an assignment: to whom; null: to nobody any more. */
  assignee: Named.nullable(),
  /** Of a silence: until when; null: no longer. */
  until: z.iso.datetime().nullable(),
  /** Of a comment. */
  text: z.string().nullable(),
})
export type AlertNote = z.infer<typeof AlertNote>

/** One message about it; `to` is null where its person or webhook is gone. */
export const ToldMessage = z.object({
  channel: z.enum(CHANNELS),
  to: z.string(),
  reason: z.enum(MESSAGE_REASONS),
  state: z.enum(MESSAGE_STATES),
  /** When it was had, else when it is tried next. */
  at: z.iso.datetime(),
  attempts: z.int(),
  /** The server stopped in the middle of a try, so nobody knows whether that one arrived. */
  maybe_twice: z.boolean(),
})
export type ToldMessage = z.infer<typeof ToldMessage>

export const AlertCase = z.object({
  alert: Alert,
  /** Oldest first. */
  notes: z.array(AlertNote),
  /** Whether it is told at the console and at the helm, to everybody who may see the vessel. */
  shown_at: z.object({ console: z.boolean(), helm: z.boolean() }),
  told: z.array(ToldMessage),
  /** How many messages there are; `told` has the first hundred. */
  told_total: z.int(),
  /** Who may take it on: people who see the vessel and may edit there. */
  assignees: z.array(Named),
})
export type AlertCase = z.infer<typeof AlertCase>

export const getAlertCase = endpoint({
  method: 'GET',
  path: '/api/alerts/:id/case',
  access: 'vessel:alert-view',
  forKeys: true,
  params: byId,
  output: AlertCase,
})
/** Somebody takes care of it from now on; null: nobody. */
export const assignAlert = endpoint({
  method: 'PUT',
  path: '/api/alerts/:id/assign',
  access: 'vessel:alert-acknowledge',
  forKeys: true,
  params: byId,
  body: z.object({ user_id: z.uuid().nullable() }),
  output: AlertCase,
})

/** Longest silence, min. */
export const MAX_SILENCE_MIN = 7 * 24 * 60
/** Nobody is told anything further of this rule on this vessel for so long, and the helm does not show it; 0 ends it. */
export const silenceAlert = endpoint({
  method: 'PUT',
  path: '/api/alerts/:id/silence',
  access: 'vessel:alert-acknowledge',
  forKeys: true,
  params: byId,
  body: z.object({ minutes: z.int().min(0).max(MAX_SILENCE_MIN) }),
  output: AlertCase,
})
/** Longest comment, characters. */
export const MAX_COMMENT = 2000
export const commentAlert = endpoint({
  method: 'POST',
  path: '/api/alerts/:id/comments',
  access: 'vessel:comment-create',
  forKeys: true,
  params: byId,
  body: z.object({ text: freeText().min(1).max(MAX_COMMENT) }),
  output: AlertCase,
})
