/** Links that open the watch board of one department on a wall screen, and the sign-in for an act on it. */
import { z } from 'zod'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'

export const WALL_STATES = ['active', 'ended'] as const
export const MAX_WALL_NAME = 100
/** Most links of an organization that open at once. */
export const MAX_WALL_LINKS = 50
/** Longest time for which a user stays signed in on a wall screen. */
export const WALL_PASS_MINUTES = 5

const named = (what: string) =>
  z.object({
    id: z.uuid().describe(`Identifier of the ${what}, a UUID.`),
    name: z.string().describe(`Name of the ${what}.`),
  })

export const WallLink = z.object({
  id: z.uuid().describe('Identifier of the link, a UUID.'),
  name: z.string().describe('Place of the screen, for example `Harbour office`.'),
  department: named('department').describe('Department whose board the link shows.'),
  state: z.enum(WALL_STATES).describe('`active`, or `ended` by a user.'),
  user: named('user').nullable().describe('User who made the link; null after deletion.'),
  created_at: z.iso.datetime().describe('Time of creation, ISO 8601 in UTC.'),
  ended_at: z.iso.datetime().nullable().describe('Time of the end, ISO 8601 in UTC; null before it.'),
  last_seen_at: z.iso
    .datetime()
    .nullable()
    .describe(
      'Time when a screen last used the link, to the minute, ISO 8601 in UTC; null before the first.',
    ),
})
export type WallLink = z.infer<typeof WallLink>

export const listWallLinks = endpoint({
  method: 'GET',
  path: '/api/wall-links',
  access: 'company:company-edit',
  list: {
    orders: ['created_at'],
    usual: ['created_at', 'desc'],
    filters: { state: WALL_STATES },
  },
  output: page(WallLink),
})

export const createWallLink = endpoint({
  method: 'POST',
  path: '/api/wall-links',
  access: 'company:company-edit',
  problems: ['too_many'],
  body: z.object({
    name: oneLine().min(1).max(MAX_WALL_NAME).describe('Place of the screen, 1 to 100 characters.'),
    department_id: z.uuid().describe('Identifier of the department whose board the link will show, a UUID.'),
  }),
  output: WallLink.extend({
    wall_path: z.string().describe('Path of the wall screen with its secret, shown only in this answer.'),
  }),
})

/** From this moment the link shows nothing. */
export const endWallLink = endpoint({
  method: 'DELETE',
  path: '/api/wall-links/:id',
  access: 'company:company-edit',
  params: byId,
  output: WallLink,
})

const wall_token = z
  .string()
  .max(200)
  .describe("Secret part of the wall screen's address, at most 200 characters.")

/**
 * Signs a user in on a wall screen for an act, for at most five minutes. With a second factor and no `code`, the answer
 * has `continue` instead of a pass; the next call sends it with the code.
 */
export const signInAtWall = endpoint({
  method: 'POST',
  path: '/api/wall/sign-in',
  access: 'anyone',
  problems: ['not_found', 'not_allowed', 'INVALID_CREDENTIALS', 'INVALID_OTP', 'TOO_MANY_ATTEMPTS'],
  body: z.object({
    wall_token,
    email: z.email().max(254).describe('Email address of the user.'),
    password: z.string().max(200).optional().describe('Password of the user.'),
    otp: z.string().length(6).optional().describe('Sign-in code from the email, instead of the password.'),
    continue: z.string().max(100).optional().describe('Value of `continue` from the answer before.'),
    code: z.string().max(20).optional().describe('Code of the second factor or a backup code.'),
  }),
  output: z.object({
    pass: z
      .string()
      .nullable()
      .describe('Secret for acts on this wall screen; null before the second factor.'),
    name: z.string().nullable().describe('Name of the user; null before the second factor.'),
    expires_at: z.iso
      .datetime()
      .nullable()
      .describe('End of the pass, ISO 8601 in UTC; null without a pass.'),
    continue: z
      .string()
      .nullable()
      .describe('Sent back with the code of the second factor; null with a pass.'),
  }),
})

/** Ends a pass before its time. */
export const leaveWall = endpoint({
  method: 'POST',
  path: '/api/wall/sign-out',
  access: 'anyone',
  problems: ['not_found'],
  body: z.object({ wall_token, pass: z.string().max(200).describe('The pass to end.') }),
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** Path that opens a link. */
export const wallPath = (token: string) => `/wall/${token}`
