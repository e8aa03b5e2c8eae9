import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'

/** Limits of a GLB file: a browser on a phone must still draw it sixty times a second beside the sea. */
export const MODEL_LIMITS = { bytes: 10_485_760, vertices: 500_000, parts: 5000, texturePx: 4096 } as const

/** Problems of a file, each with advice for its owner. */
export const MODEL_PROBLEMS = {
  modelTooLarge: 'Model can not be more than 10 MB',
  modelNoGlb: 'This is no GLB file. Export the model as binary glTF 2.',
  modelOldGltf: 'Only glTF 2 can be read. Export the model as binary glTF 2.',
  modelCutOff: 'The file is cut off. Copy or export it again.',
  modelNotGltf: 'The file does not follow glTF 2. Export the model again.',
  modelOtherFiles: 'The model points to other files. Export it with everything embedded.',
  modelCompressed: 'The model is compressed or needs an extension. Export it as plain glTF 2.',
  modelNoSurface: 'The model has no triangles to draw.',
  modelTooManyPoints: 'The model has more than 500,000 points. Simplify it and export it again.',
  modelTooManyParts: 'The model has more than 5,000 parts. Join some and export it again.',
  modelPicture: 'A picture on the model cannot be read. It must be PNG or JPEG.',
  modelPictureTooLarge: 'A picture on the model is larger than 4096 pixels.',
} as const

/** A boat in three dimensions: a binary glTF 2 file with everything in it, her bow towards +Z as glTF has it. */
export const VesselModel = z.object({
  vessel_id: z.uuid().describe('Identifier of the vessel, a UUID.'),
  vessel_name: z.string().describe("Name of the model's vessel."),
  file_name: z.string().describe('Name of the file, with its extension.'),
  bytes: z.int().describe('Size of the model file in bytes.'),
  triangles: z.int().describe('Number of triangles in the model.'),
  uploaded_at: z.iso.datetime().describe('Time of the upload, ISO 8601 in UTC.'),
  url: z.string().describe('Address of the model file, new after each upload.'),
})
export type VesselModel = z.infer<typeof VesselModel>

/** Models of the caller's vessels. */
export const listModels = endpoint({
  method: 'GET',
  path: '/api/models',
  access: 'department:vessel-view',
  list: {
    orders: ['vessel_name'],
    usual: ['vessel_name', 'asc'],
    filters: { vessel_id: 'id', department_id: 'department' },
  },
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
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})

/** File of a model, at the address in the vessel; another file has another address. */
export const getModelFile = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/model/:file',
  access: listModels.access,
  params: z.object({
    id: z.uuid().describe('Identifier of the vessel in the path, a UUID.'),
    file: z.string().describe('Name of the model file in the path.'),
  }),
  file: ['model/gltf-binary'],
})
