import { Problem } from '#contract/wire/errors.ts'
import { getHelm } from '#contract/wire/helm.ts'
import { findVessel } from '#server/records/vessels.ts'
import { serve } from '../serve.ts'
import { readHelm } from './readHelm.ts'

export const getHelmRoute = serve(
  getHelm,
  async ({ db, telemetry, caller, clock, language, params: { id } }) => {
    if (!(await findVessel(db, caller.scope, id))) throw new Problem('not_found')
    return readHelm({ db, telemetry }, id, { nowMs: clock.nowMs(), language, units: caller.units })
  },
)
