import { getOrganizationStatistics } from '#contract/wire/tripFigures.ts'
import { OrganizationFigures } from '#server/records/tripFigures.ts'
import { serve } from '../serve.ts'

const kept = new WeakMap<object, OrganizationFigures>()

export const getOrganizationStatisticsRoute = serve(
  getOrganizationStatistics,
  async ({ db, clock, caller }) => {
    const figures = kept.get(db) ?? new OrganizationFigures()
    kept.set(db, figures)
    return figures.of(db, caller.organizationId, clock.nowMs())
  },
)
