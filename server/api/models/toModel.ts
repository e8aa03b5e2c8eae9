import type { VesselModel } from '#contract/wire/model.ts'
import type { VesselModelFile } from '#server/stores/relational/schema.ts'

interface Modelled {
  id: string
  name: string
}

export const toModel = (vessel: Modelled, model: VesselModelFile): VesselModel => ({
  vessel_id: vessel.id,
  vessel_name: vessel.name,
  file_name: model.fileName,
  bytes: model.bytes,
  triangles: model.triangles,
  uploaded_at: new Date(model.uploadedAtMs).toISOString(),
  url: `/api/vessels/${vessel.id}/model/${model.fileKey}.glb`,
})

export const modelFile = (fileKey: string) => `models/${fileKey}.glb`
