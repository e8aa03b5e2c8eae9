import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { oneLine } from './oneLine.ts'
import { RANK_TITLES } from './rank.ts'
import { TripFigures } from './tripFigures.ts'
import { wasOf } from './was.ts'

const Rank = z.object({
  level: z.int(),
  title: z.enum(RANK_TITLES),
  /** The points of all their trips. */
  rp: z.int(),
})

/** Somebody who sails, as lists show them. */
export const ListedCaptain = z.object({
  id: z.uuid(),
  name: z.string(),
  department_id: z.uuid(),
  department: z.object({ id: z.uuid(), name: z.string() }),
  rank: Rank,
  count: z.object({ trips: z.int() }),
})
export type ListedCaptain = z.infer<typeof ListedCaptain>

export const Captain = ListedCaptain.extend({
  rank: Rank.extend({
    /** Means over the trips that have a score. */
    avg_rp: z.number().nullable(),
    avg_trip_score: z.number().nullable(),
  }),
  stats: TripFigures,
})
export type Captain = z.infer<typeof Captain>

export const CaptainForm = z.object({
  name: oneLine().min(1, 'Name is required').max(50, 'Name must be at most 50 characters.'),
  department_id: z.uuid('Department is required'),
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
/** What is not given stays as it is. */
const CaptainEdit = CaptainForm.partial().extend({ was: wasOf(CaptainForm) })
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
  output: z.object({ ok: z.literal(true) }),
})
