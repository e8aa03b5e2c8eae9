import { z } from 'zod'
import { RANK_TITLES } from '#contract/domain/rank.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { expectedValues } from './optimisticLock.ts'
import { TripFigures } from './tripFigures.ts'

const Rank = z.object({
  level: z.int().describe('Level of the rank, 0 (lowest) to 9.'),
  title: z.enum(RANK_TITLES).describe('Title of the rank, a fixed word.'),
  rp: z.int().describe('Rank points of all trips: the sum of score × miles.'),
})

/** A captain as lists show them. */
export const ListedCaptain = z.object({
  id: z.uuid().describe('Identifier of the captain, a UUID.'),
  name: z.string().describe('Name of the captain.'),
  department_id: z.uuid().describe("Identifier of the captain's department, a UUID."),
  department: z
    .object({
      id: z.uuid().describe('Identifier of the department, a UUID.'),
      name: z.string().describe('Name of the department.'),
    })
    .describe('Department that the captain belongs to.'),
  rank: Rank.describe('Rank of the captain, from the points of all trips.'),
  count: z
    .object({ trips: z.int().describe('Number of trips of the captain.') })
    .describe('Number of objects that belong to the captain.'),
})
export type ListedCaptain = z.infer<typeof ListedCaptain>

export const Captain = ListedCaptain.extend({
  rank: Rank.extend({
    avg_rp: z
      .number()
      .nullable()
      .describe('Mean rank points of the trips that have a score; null without such trips.'),
    avg_trip_score: z
      .number()
      .nullable()
      .describe('Mean score of the trips that have one, 1 to 100; null without such trips.'),
  }).describe('Rank of the captain, from the points of all trips.'),
  stats: TripFigures.describe('Figures of all trips of the captain.'),
})
export type Captain = z.infer<typeof Captain>

export const CaptainForm = z.object({
  name: oneLine()
    .min(1, 'Name is required')
    .max(50, 'Name must be at most 50 characters.')
    .describe('Name of the captain, 1 to 50 characters.'),
  department_id: z
    .uuid('Department is required')
    .describe('Identifier of the department for the captain, a UUID.'),
})
export type CaptainForm = z.infer<typeof CaptainForm>

export const listCaptains = endpoint({
  method: 'GET',
  path: '/api/captains',
  access: 'department:captain-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: ['name', 'rank', 'trips'],
    usual: ['name', 'asc'],
    filters: { id: 'id', name: 'text', department_id: 'department' },
  },
  output: page(ListedCaptain),
})
export const getCaptain = endpoint({
  method: 'GET',
  path: '/api/captains/:id',
  access: 'captain:captain-view',
  forKeys: true,
  params: byId,
  output: Captain,
})
export const createCaptain = endpoint({
  method: 'POST',
  path: '/api/captains',
  access: 'department:captain-create',
  forKeys: true,
  body: CaptainForm,
  output: Captain,
})
/** Fields that are absent stay unchanged. */
const CaptainEdit = CaptainForm.partial().extend({
  expected: expectedValues(CaptainForm).describe(
    'Values of the changed fields as the sender last read them. The call fails with `conflict` if another user changed one of these fields since.',
  ),
})
export type CaptainEdit = z.infer<typeof CaptainEdit>
export const updateCaptain = endpoint({
  method: 'PUT',
  path: '/api/captains/:id',
  access: 'captain:captain-edit',
  forKeys: true,
  params: byId,
  body: CaptainEdit,
  output: Captain,
})
/** The trips they sailed keep their name. */
export const deleteCaptain = endpoint({
  method: 'DELETE',
  path: '/api/captains/:id',
  access: 'captain:captain-delete',
  forKeys: true,
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})
