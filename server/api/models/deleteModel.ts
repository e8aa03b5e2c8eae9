import { Problem } from '#contract/wire/errors.ts'
import { deleteModel } from '#contract/wire/model.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findModelled, setModel } from '#server/records/vesselModels.ts'
import { serve } from '../serve.ts'
import { modelFile } from './toModel.ts'

export const deleteModelRoute = serve(deleteModel, async ({ db, caller, files, ip, params: { id } }) => {
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
})
