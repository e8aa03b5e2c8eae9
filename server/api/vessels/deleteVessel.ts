import { Problem } from '#contract/wire/errors.ts'
import { deleteVessel } from '#contract/wire/vessel.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as vessels from '#server/records/vessels.ts'
import { modelFile } from '../models/toModel.ts'
import { dropPicture } from '../pictures/keepPicture.ts'
import { serve } from '../serve.ts'

export const deleteVesselRoute = serve(
  deleteVessel,
  async ({ db, bus, clock, files, caller, ip, params: { id } }) => {
    const { organizationId, actor, scope } = caller
    const { vessel, deviceId } = await db.transaction(async (tx) => {
      const row = await vessels.lockVessel(tx, scope, id)
      if (!row) throw new Problem('not_found')
      const { name } = row
      const deviceId = await vessels.deleteVessel(tx, id, new Date(clock.nowMs()))
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'vessel.delete',
        subject: { id, name },
        before: { name },
      })
      return { vessel: row, deviceId }
    })
    await dropPicture(files, vessel.pictureFile)
    if (vessel.model) await files.delete(modelFile(vessel.model.fileKey))
    if (deviceId) bus.publish({ type: 'device.changed', deviceId })
    bus.publish({ type: 'vessel.changed', organizationId, departmentId: vessel.departmentId, vesselId: id })
    return { ok: true }
  },
)
