/** An alert as a case: the users' actions, and the messages about it. */
import { z } from 'zod'
import { freeText } from '#contract/text/freeText.ts'
import { Alert } from './alert.ts'
import { byId, endpoint } from './endpoint.ts'
import { CHANNELS, MESSAGE_REASONS, MESSAGE_STATES } from './message.ts'

export const ALERT_NOTE_KINDS = ['acknowledge', 'assign', 'silence', 'comment'] as const
export type AlertNoteKind = (typeof ALERT_NOTE_KINDS)[number]

const Named = z.object({
  id: z.uuid().describe('Identifier of the user or API key, a UUID.'),
  name: z.string().describe('Name of the user or API key.'),
})

/** Action on an alert; a user who no longer exists is null. */
export const AlertNote = z.object({
  id: z.uuid().describe('Identifier of the action, a UUID.'),
  kind: z.enum(ALERT_NOTE_KINDS).describe('Type of action: `acknowledge`, `assign`, `silence` or `comment`.'),
  by: Named.nullable().describe('User who acted; null for a program or a deleted user.'),
  api_key: Named.nullable().describe('API key of the program that acted; null for a user.'),
  at: z.iso.datetime().describe('Time of the action, ISO 8601 in UTC.'),
  assignee: Named.nullable().describe(
    'New assignee of an `assign` action; null if it removed the assignment.',
  ),
  until: z.iso
    .datetime()
    .nullable()
    .describe('End of the silence of a `silence` action, ISO 8601 in UTC; null if it ended the silence.'),
  text: z.string().nullable().describe('Text of a `comment` action; null for other actions.'),
})
export type AlertNote = z.infer<typeof AlertNote>

/** One message about the alert; `to` is null when its person or webhook was deleted. */
export const AlertMessage = z.object({
  channel: z.enum(CHANNELS).describe('Channel of the message: `email`, `sms`, `push` or `webhook`.'),
  to: z.string().describe('Name of the user or webhook that received the message.'),
  reason: z
    .enum(MESSAGE_REASONS)
    .describe(
      'Reason of the message: `rule`, `external`, `escalation`, `webhook`, `dark` when the computer on board fell silent too, or `ended` for an alert that is over.',
    ),
  state: z
    .enum(MESSAGE_STATES)
    .describe('Delivery state: `waiting`, `sent`, `failed` (will be retried) or `dead` (given up).'),
  at: z.iso.datetime().describe('Time of the delivery, or of the next attempt before it, ISO 8601 in UTC.'),
  attempts: z.int().describe('Number of delivery attempts so far, 0 or more.'),
  maybe_twice: z
    .boolean()
    .describe('True if the server stopped during an attempt, so that the message may have arrived twice.'),
})
export type AlertMessage = z.infer<typeof AlertMessage>

export const AlertCase = z.object({
  alert: Alert.describe('Alert that the case is about.'),
  notes: z.array(AlertNote).describe('Actions of people and programs, oldest first.'),
  shown_at: z
    .object({
      console: z.boolean().describe('True if the console shows the alert.'),
      helm: z.boolean().describe('True if the helm display shows the alert.'),
    })
    .describe('Places that show the alert to every user with access to the vessel.'),
  messages: z.array(AlertMessage).describe('Messages about the alert, at most the first hundred.'),
  messages_total: z.int().describe('Number of all messages about the alert.'),
  assignees: z.array(Named).describe('Users who can take over the alert.'),
})
export type WireAlertCase = z.infer<typeof AlertCase>
/** A case inside: the position of its alert has the inner names. */
export type AlertCase = Omit<WireAlertCase, 'alert'> & { alert: Alert }

export const getAlertCase = endpoint({
  method: 'GET',
  path: '/api/alerts/:id/case',
  access: 'vessel:alert-view',
  forKeys: true,
  params: byId,
  output: AlertCase,
})
/** Assigns the alert to a user from now on; null removes the assignment. */
export const assignAlert = endpoint({
  method: 'PUT',
  path: '/api/alerts/:id/assign',
  access: 'vessel:alert-acknowledge',
  forKeys: true,
  params: byId,
  body: z.object({
    user_id: z
      .uuid()
      .nullable()
      .describe(
        'Identifier of the user who handles the alert from now on, a UUID; null removes the assignment.',
      ),
  }),
  output: AlertCase,
})

/** Longest silence, min. */
export const MAX_SILENCE_MIN = 7 * 24 * 60
/**
 * Stops messages of this rule on this vessel for so long, and the helm does not show its alerts; 0 ends the silence.
 */
export const silenceAlert = endpoint({
  method: 'PUT',
  path: '/api/alerts/:id/silence',
  access: 'vessel:alert-acknowledge',
  forKeys: true,
  params: byId,
  body: z.object({
    minutes: z
      .int()
      .min(0)
      .max(MAX_SILENCE_MIN)
      .describe('Length of the silence in minutes, 0 to 10,080; 0 ends it.'),
  }),
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
  body: z.object({
    text: freeText().min(1).max(MAX_COMMENT).describe('Text of the comment, 1 to 2,000 characters.'),
  }),
  output: AlertCase,
})
