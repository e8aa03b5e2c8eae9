import { SERIES, seriesLabel } from '#contract/domain/series.ts'
import { Problem } from '#contract/wire/errors.ts'
import { getFieldsBible } from '#contract/wire/timeSeries.ts'
import { findOrganization } from '#server/records/organizations.ts'
import { type Routes, serve } from '../serve.ts'

export const fieldsBibleRoutes: Routes = [
  serve(getFieldsBible, async ({ db, caller }) => {
    const organization = await findOrganization(db, caller.organizationId)
    if (!organization) throw new Problem('not_found')
    return Object.fromEntries(
      Object.values(SERIES).map(
        ({ key, description, group, unit, storedUnit, kind, aggregation, instances, valid }) => [
          key,
          {
            label: seriesLabel(key, organization.hasComfortSpeed),
            description,
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
  }),
]
