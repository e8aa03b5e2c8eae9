import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'

/** Source of one field on a vessel: a sender with its kind of message. */
export const VesselSource = z.object({
  field: z.string().describe('Name of the field with its instance, or `position`.'),
  instance_name: z
    .string()
    .nullable()
    .describe("Name that the vessel's own system gives the engine, battery or tank; null without one."),
  source: z.int().describe('Number of the source of the field.'),
  protocol: z.string().describe('Protocol of the source, for example `n2k`.'),
  address: z.int().nullable().describe('Address of the source on its bus; null without one.'),
  name: z
    .string()
    .nullable()
    .describe('NAME of the source on its bus, 16 hexadecimal digits; null if unknown.'),
  model: z.string().nullable().describe('Model of the source, as its manufacturer states; null if unknown.'),
  first_day: z.iso.date().describe('First day with data from the source, YYYY-MM-DD in UTC.'),
  last_day: z.iso.date().describe('Last day with data from the source, YYYY-MM-DD in UTC.'),
  chosen: z.boolean().describe('True if a user chose this source for the field.'),
})
export type VesselSource = z.infer<typeof VesselSource>

export const listVesselSources = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/sources',
  access: 'vessel:vessel-view',
  params: byId,
  output: page(VesselSource),
})

/** Chooses the preferred source of a field; null removes the preference. */
export const chooseVesselSource = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/sources',
  access: 'vessel:vessel-edit',
  params: byId,
  body: z.object({
    field: z
      .string()
      .max(60)
      .describe('Name of the field with its instance, or `position`, at most 60 characters.'),
    source: z
      .int()
      .min(1)
      .max(0xffff_ffff)
      .nullable()
      .describe('Number of the preferred source; null for automatic selection.'),
  }),
  output: page(VesselSource),
})
