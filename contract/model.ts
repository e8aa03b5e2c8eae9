import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'

/** What a GLB file may hold; a browser on a phone must still draw it sixty times a second beside the sea. */
export const MODEL_LIMITS = { bytes: 10_485_760, vertices: 500_000, texturePx: 4096 } as const

/** A boat in three dimensions: a binary glTF 2 file with everything in it, her bow towards +Z as glTF has it. */
export const VesselModel = z.object({
  vessel_id: z.uuid(),
  vessel_name: z.string(),
  file_name: z.string(),
  bytes: z.int(),
  triangles: z.int(),
  uploaded_at: z.iso.datetime(),
  /** Where the file is read; another file has another address. Asks for the session. */
  url: z.string(),
})
export type VesselModel = z.infer<typeof VesselModel>

/** Models of the caller's vessels. Orders: vessel_name. Filters: vessel_id, department_id. */
export const listModels = endpoint({
  method: 'GET',
  path: '/api/models',
  access: 'department:vessel-view',
  output: page(VesselModel),
})

/** A form with one GLB file in its field `files`, in place of the vessel's model so far. */
export const uploadModel = endpoint({
  method: 'POST',
  path: '/api/vessels/:id/model',
  access: 'vessel:vessel-edit',
  params: byId,
  body: z.object({}),
  output: VesselModel,
})
export const deleteModel = endpoint({
  method: 'DELETE',
  path: '/api/vessels/:id/model',
  access: 'vessel:vessel-edit',
  params: byId,
  output: z.object({ ok: z.literal(true) }),
})
