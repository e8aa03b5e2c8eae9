import { Problem } from '#contract/wire/errors.ts'
import { createVessel } from '#contract/wire/vessel.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findDepartment } from '#server/records/departments.ts'
import { requireFreeName } from '#server/records/requireFreeName.ts'
import { findVessel, insertVessel } from '#server/records/vessels.ts'
import { toVessel, toVesselFields } from '#server/records/vesselWire.ts'
import { encodePicture, VESSEL_PX } from '../pictures/encodePicture.ts'
import { keepPicture } from '../pictures/keepPicture.ts'
import { serve } from '../serve.ts'
import { PICTURE_BODY_LIMIT } from './vesselPicture.ts'

export const createVesselRoute = serve(
  createVessel,
  async ({ db, bus, files, clock, caller, ip, body }) => {
    const { organizationId, actor, scope } = caller
    const { vessel_picture: picture, ...form } = body
    if (!(await findDepartment(db, scope, form.department_id)))
      throw new Problem('invalid', 'department_id: there is no such department.')
    const pictureFile = picture ? await keepPicture(files, await encodePicture(picture, VESSEL_PX)) : null
    const made = await db.transaction(async (tx) => {
      const { name, department_id: departmentId } = form
      await requireFreeName(tx, 'vessel', { organizationId, name })
      const id = await insertVessel(tx, {
        ...toVesselFields(form),
        ...{ organizationId, name, departmentId, pictureFile },
      })
      await noteAct(tx, {
        organizationId,
        actor,
        ip,
        act: 'vessel.create',
        subject: { id, name },
        after: form,
      })
      const row = await findVessel(tx, scope, id)
      if (!row) throw new Error('the new vessel is not in the scope she was made in')
      return row
    })
    const { id: vesselId, departmentId } = made.vessel
    bus.publish({ type: 'vessel.changed', organizationId, departmentId, vesselId })
    return toVessel(made, clock.nowMs())
  },
  { bodyLimit: PICTURE_BODY_LIMIT },
)
