import { randomBytes } from 'node:crypto'
import { Problem } from '#contract/wire/errors.ts'
import { uploadModel } from '#contract/wire/model.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findModelled, setModel } from '#server/records/vesselModels.ts'
import type { SentFile } from '../images/sentFiles.ts'
import { serve } from '../serve.ts'
import { checkGlb } from './checkGlb.ts'
import { modelFile, toModel } from './toModel.ts'

export const uploadModelRoute = serve(
  uploadModel,
  async ({ db, caller, clock, files, ip, params: { id }, sentFiles }) => {
    const { organizationId, actor, scope } = caller
    if (!(await findModelled(db, scope, id))) throw new Problem('not_found')
    const all: SentFile[] = []
    for await (const file of sentFiles('Model')) if (all.length < 2) all.push(file)
    const [sent] = all
    if (!sent || all.length > 1) throw new Problem('invalid', 'files: one model is sent at a time.')
    const model = {
      ...(await checkGlb(sent.bytes)),
      fileKey: randomBytes(24).toString('base64url'),
      fileName: sent.fileName,
      bytes: sent.bytes.length,
      uploadedAtMs: clock.nowMs(),
    }
    await files.put(modelFile(model.fileKey), sent.bytes)
    // Where this fails the file is swept: whether a commit failed is not always known.
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
)
