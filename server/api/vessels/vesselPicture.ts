import { Problem } from '#contract/wire/errors.ts'
import { removeVesselImage, uploadVesselImage } from '#contract/wire/vessel.ts'
import type { Caller } from '#server/access/caller.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { findVessel, lockVessel, updateVessel } from '#server/records/vessels.ts'
import { toVessel } from '#server/records/vesselWire.ts'
import { encodePicture, VESSEL_PX } from '../pictures/encodePicture.ts'
import { dropPicture, keepPicture } from '../pictures/keepPicture.ts'
import { type Services, serve } from '../serve.ts'

/** Ten megabytes as base64, with a data URL's head and JSON around them. */
export const PICTURE_BODY_LIMIT = 14_100_000

export const uploadVesselImageRoute = serve(
  uploadVesselImage,
  async (call) => {
    const { files, body } = call
    // Whose vessel it is comes before the work of reading a picture.
    if (!(await findVessel(call.db, call.caller.scope, call.params.id))) throw new Problem('not_found')
    return change(call, await keepPicture(files, await encodePicture(body.encoded_picture, VESSEL_PX)))
  },
  { bodyLimit: PICTURE_BODY_LIMIT },
)

export const removeVesselImageRoute = serve(removeVesselImage, (call) => change(call, null))

async function change(
  call: Pick<Services, 'db' | 'bus' | 'clock' | 'files'> & {
    caller: Caller
    ip: string
    params: { id: string }
  },
  pictureFile: string | null,
) {
  const { db, bus, clock, files, caller, ip, params } = call
  const { organizationId, actor, scope } = caller
  const { before, after } = await db.transaction(async (tx) => {
    const vessel = await lockVessel(tx, scope, params.id)
    if (!vessel) throw new Problem('not_found')
    await updateVessel(tx, vessel.id, { pictureFile })
    await noteAct(tx, {
      ...{ organizationId, actor, ip, act: 'vessel.picture', subject: { id: vessel.id, name: vessel.name } },
      before: { picture: vessel.pictureFile !== null },
      after: { picture: pictureFile !== null },
    })
    const row = await findVessel(tx, scope, params.id)
    if (!row) throw new Problem('not_found')
    return { before: vessel, after: row }
  })
  await dropPicture(files, before.pictureFile)
  bus.publish({
    type: 'vessel.changed',
    organizationId,
    departmentId: before.departmentId,
    vesselId: before.id,
  })
  return toVessel(after, clock.nowMs())
}
