/** Links that show one trip, or one impact of it, to whoever holds them, for a time and without an account. */
import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { VESSEL_KINDS } from './vessel.ts'

/** How long one may live, days. */
export const SHARE_DAYS = [1, 7, 30, 90] as const
export const MAX_SHARE_DAYS = 90
/** Comments that one link shows at most. */
export const MAX_SHARED_COMMENTS = 200

/**
 * `ended`: the trip is not what was shared any more, because it was deleted, or joined to another one. Whoever holds the
 * link is told the same in each state but `active`.
 */
export const SHARE_STATES = ['active', 'expired', 'revoked', 'ended'] as const

export const ShareLink = z.object({
  id: z.uuid(),
  trip_id: z.uuid(),
  vessel: z.object({ id: z.uuid(), name: z.string() }),
  /** When the trip began; null where it is there no more. */
  trip_start_time: z.iso.datetime().nullable(),
  /** The impact that it shows; null where it shows the whole trip. */
  event_time: z.iso.datetime().nullable(),
  /** How many comments were chosen to be shown. */
  num_comments: z.int(),
  state: z.enum(SHARE_STATES),
  /** Who made it; null once they were deleted. */
  user: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  /** How often it was opened, and when the last time. */
  openings: z.int(),
  last_opened_at: z.iso.datetime().nullable(),
})
export type ShareLink = z.infer<typeof ShareLink>

/** Who may change a trip says who else sees it. */
export const listShareLinks = endpoint({
  method: 'GET',
  path: '/api/share-links',
  access: 'vessel:trip-edit',
  list: {
    orders: ['created_at', 'expires_at', 'openings'],
    usual: ['created_at', 'desc'],
    filters: { trip_id: 'id', vessel_id: 'id', state: SHARE_STATES, created_at: 'time' },
  },
  output: page(ShareLink),
})

export const createShareLink = endpoint({
  method: 'POST',
  path: '/api/share-links',
  access: 'vessel:trip-edit',
  further: { 'vessel:trip-comment-view': 'With comment_ids, this' },
  problems: ['too_many'],
  body: z.object({
    trip_id: z.uuid(),
    /** `peak_impact_time` of the impact that it shows alone. */
    event_time: z.iso.datetime().nullable().default(null),
    valid_days: z.int().min(1).max(MAX_SHARE_DAYS),
    /** Comments of the trip that it shows. */
    comment_ids: z.array(z.uuid()).max(MAX_SHARED_COMMENTS).default([]),
  }),
  /** With its address, this once. */
  output: ShareLink.extend({ share_path: z.string() }),
})

/** From this moment it opens nothing. */
export const revokeShareLink = endpoint({
  method: 'DELETE',
  path: '/api/share-links/:id',
  access: 'vessel:trip-edit',
  params: byId,
  output: ShareLink,
})

/** What whoever holds a link sees first; each call is one opening. One that opens nothing is `not_found`, whyever. */
export const openShareLink = endpoint({
  method: 'POST',
  path: '/api/shared',
  access: 'anyone',
  problems: ['not_found'],
  body: z.object({ share_token: z.string().max(200) }),
  output: z.object({
    trip_id: z.uuid(),
    event_time: z.iso.datetime().nullable(),
    organization_name: z.string(),
    has_comfort_speed: z.boolean(),
    expires_at: z.iso.datetime(),
    num_comments: z.int(),
    /** As what the boat is drawn. */
    kind: z.enum(VESSEL_KINDS),
    specs: z.object({ length: z.number().nullable(), beam_overall: z.number().nullable() }),
  }),
})

/** Where a link is opened. */
export const sharePath = (token: string) => `/shared/${token}`
