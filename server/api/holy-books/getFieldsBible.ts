import { SERIES } from '#contract/series.ts'
import { getFieldsBible } from '#contract/timeSeries.ts'
import { serve } from '../serve.ts'

const bible = Object.fromEntries(
  Object.values(SERIES).map(
    ({ key, label, group, unit, storedUnit, kind, aggregation, instances, valid }) => [
      key,
      {
        label,
        group,
        unit,
        stored_unit: storedUnit,
        kind,
        aggregation,
        instances,
        valid: { min: valid[0], max: valid[1] },
      },
    ],
  ),
)

export const getFieldsBibleRoute = serve(getFieldsBible, async () => bible)
