import { Problem } from '#contract/wire/errors.ts'
import { DEVICE_KEY, updateDeviceLabel } from '#contract/wire/vesselStatus.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { lockVessel, updateVessel } from '#server/records/vessels.ts'
import { serve } from '../serve.ts'

/** More than any vessel has devices. */
const MOST_LABELS = 500

export const updateDeviceLabelRoute = serve(updateDeviceLabel, async ({ db, caller, ip, params, query }) => {
  const { organizationId, actor, scope } = caller
  const label = query.label || null
  await db.transaction(async (tx) => {
    const vessel = await lockVessel(tx, scope, params.id)
    if (!vessel || !DEVICE_KEY.test(params.deviceKey)) throw new Problem('not_found')
    const { [params.deviceKey]: before = null, ...others } = vessel.deviceLabels
    if (Object.keys(others).length >= MOST_LABELS) throw new Problem('invalid', 'There are too many labels.')
    await updateVessel(tx, vessel.id, {
      deviceLabels: label === null ? others : { ...others, [params.deviceKey]: label },
    })
    await noteAct(tx, {
      ...{ organizationId, actor, ip, act: 'vessel.device-label' },
      subject: { id: vessel.id, name: vessel.name },
      before: { [params.deviceKey]: before },
      after: { [params.deviceKey]: label },
    })
  })
  return { label }
})
