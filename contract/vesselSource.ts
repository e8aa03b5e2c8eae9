import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'

/** Who was heard on a vessel telling one field: a sender with its kind of message. */
export const VesselSource = z.object({
  /** A name of the fields bible with its instance, or `position`. */
  field: z.string(),
  /** What the boat's own system calls the battery, engine or tank of the field; null where it has no name. */
  instance_name: z.string().nullable(),
  source: z.int(),
  protocol: z.string(),
  /** On the bus; null for what has none. */
  address: z.int().nullable(),
  /** What stands at this address calls itself: its NAME as hexadecimal digits, and what its maker calls it. */
  name: z.string().nullable(),
  model: z.string().nullable(),
  /** Of the first and last day (UTC) on which it was heard. */
  first_day: z.iso.date(),
  last_day: z.iso.date(),
  /** Somebody chose it to speak for the field. */
  chosen: z.boolean(),
})
export type VesselSource = z.infer<typeof VesselSource>

export const listVesselSources = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/sources',
  access: 'vessel:vessel-view',
  params: byId,
  output: page(VesselSource),
})

/** Chooses who speaks for a field; with null nobody is preferred any more. */
export const chooseVesselSource = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/sources',
  access: 'vessel:vessel-edit',
  params: byId,
  body: z.object({ field: z.string().max(60), source: z.int().min(1).max(0xffff_ffff).nullable() }),
  output: page(VesselSource),
})
