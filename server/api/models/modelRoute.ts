import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import { getModelFile } from '#contract/wire/model.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { findModelled } from '#server/records/vesselModels.ts'
import { authenticate } from '../authenticate.ts'
import type { Services } from '../serve.ts'
import { modelFile } from './toModel.ts'

/** Model files, for those who may see the vessel. Browsers keep them and ask each time whether they still may. */
export function modelRoute(app: FastifyInstance, services: Services): void {
  const { db, files } = services
  app.get(getModelFile.path, async (request, reply) => {
    const { caller } = await authenticate(request, services)
    const scope = reachOf(getModelFile.access, caller)
    if (!scope) throw new Problem('not_allowed')
    const asked = getModelFile.params.safeParse(request.params)
    const vessel = asked.success ? await findModelled(db, scope, asked.data.id) : null
    const model = vessel?.model
    if (!model || asked.data?.file !== `${model.fileKey}.glb`) throw new Problem('not_found')
    const etag = `"${model.fileKey}"`
    reply.header('etag', etag)
    reply.header('cache-control', 'private, no-cache')
    reply.header('vary', 'cookie, authorization')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const content = await files.get(modelFile(model.fileKey))
    if (!content) throw new Problem('not_found')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('content-disposition', 'attachment; filename="model.glb"')
    reply.header('content-length', model.bytes)
    return reply.type('model/gltf-binary').send(content)
  })
}
