import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/wire/errors.ts'
import { deleteModel, getModelFile, listModels, uploadModel } from '#contract/wire/model.ts'
import { reachOf } from '#server/access/reachOf.ts'
import { type JobModule, refuseStopped } from '#server/platform/workerPool.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { listScope } from '#server/records/listScope.ts'
import * as models from '#server/records/vesselModels.ts'
import { findModelled, setModel } from '#server/records/vesselModels.ts'
import { authenticate } from '../authenticate.ts'
import type { SentFile } from '../images/sentFiles.ts'
import { type Routes, type Services, serve, serveFile } from '../serve.ts'
import type { run } from './checkGlbWorker.ts'
import { modelFile, toModel } from './toModel.ts'

const CHECK_GLB: JobModule<typeof run> = new URL('./checkGlbWorker.ts', import.meta.url)

export const modelRoutes: Routes = [
  serve(listModels, async ({ db, caller, query: asked }) => {
    const { scope, query } = await listScope(db, caller.scope, asked)
    const { rows, total } = await models.listModels(db, scope, query)
    return { data: rows.flatMap((vessel) => (vessel.model ? [toModel(vessel, vessel.model)] : [])), total }
  }),
  serve(
    uploadModel,
    async ({ db, caller, clock, files, workers, ip, params: { id }, sentFiles }) => {
      const { organizationId, actor, scope } = caller
      if (!(await findModelled(db, scope, id))) throw new Problem('not_found')
      const all: SentFile[] = []
      for await (const file of sentFiles('Model')) if (all.length < 2) all.push(file)
      const [sent] = all
      if (!sent || all.length > 1) throw new Problem('invalid', 'files: one model is sent at a time.')
      const checked = await workers.run(CHECK_GLB, sent.bytes, { organizationId }).catch(refuseStopped)
      if ('refused' in checked) throw new Problem('invalid', checked.refused)
      const model = {
        ...checked,
        fileKey: randomBytes(24).toString('base64url'),
        fileName: sent.fileName,
        bytes: sent.bytes.length,
        uploadedAtMs: clock.nowMs(),
      }
      await files.put(modelFile(model.fileKey), sent.bytes)
      // If this fails, the sweep deletes the file: it is not always known whether a commit failed.
      const vessel = await db.transaction(async (tx) => {
        const vessel = await findModelled(tx, scope, id, true)
        if (!vessel) throw new Problem('not_found')
        await setModel(tx, id, model)
        await noteAct(tx, {
          ...{ organizationId, actor, ip, act: 'vessel.model' },
          subject: { id, name: vessel.name },
          before: { model: vessel.model?.fileName ?? null },
          after: { model: model.fileName },
        })
        return vessel
      })
      if (vessel.model) await files.delete(modelFile(vessel.model.fileKey))
      return toModel(vessel, model)
    },
    { takesFiles: true },
  ),
  serve(deleteModel, async ({ db, caller, files, ip, params: { id } }) => {
    const { organizationId, actor, scope } = caller
    const model = await db.transaction(async (tx) => {
      const vessel = await findModelled(tx, scope, id, true)
      if (!vessel?.model) throw new Problem('not_found')
      await setModel(tx, id, null)
      await noteAct(tx, {
        ...{ organizationId, actor, ip, act: 'vessel.model' },
        subject: { id, name: vessel.name },
        before: { model: vessel.model.fileName },
        after: { model: null },
      })
      return vessel.model
    })
    await files.delete(modelFile(model.fileKey))
    return { ok: true as const }
  }),
  serveFile(getModelFile, addModelFile),
]

/** Model files, for those who may see the vessel. Browsers cache them and check the right at each use. */
function addModelFile(app: FastifyInstance, services: Services): void {
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
