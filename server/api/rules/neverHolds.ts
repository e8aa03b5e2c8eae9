import { ruleField } from '#contract/domain/ruleFields.ts'
import { SERIES } from '#contract/domain/series.ts'
import { type Condition, type DEFECTS, isForVessel, type Rule } from '#contract/wire/rule.ts'
import { DRAWN_ALONE } from '#server/processing/formulas/analysis/derivedSeries.ts'
import { departmentsOf } from '#server/records/departments.ts'
import { findGeofences } from '#server/records/geofences.ts'
import { branchOf } from '#server/records/scope.ts'
import { directoryOf } from '#server/records/vesselDirectory.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'

type Defect = (typeof DEFECTS)[number]

/**
 * Adds to each rule why it can never hold: its geofences are deleted, it has no vessel, or no vessel has ever
 * sent its series.
 */
export async function withDefects(
  { db, telemetry }: { db: Db; telemetry: Pick<Telemetry, 'sources'> },
  organizationId: string,
  rules: readonly Rule[],
): Promise<Rule[]> {
  if (rules.length === 0) return []
  const everywhere = { organizationId, departmentIds: null }
  const fenceIds = [...new Set(rules.flatMap(({ definition }) => definition.geofences.ids))]
  const [fences, vessels, departments] = await Promise.all([
    fenceIds.length > 0 ? findGeofences(db, everywhere, fenceIds) : [],
    directoryOf(db, everywhere, null),
    departmentsOf(db, organizationId),
  ])
  const existing = new Set(fences.map(({ id }) => id))
  const sent = new Map<number, Promise<ReadonlySet<string>>>()
  const sentBy = (vesselNumber: number) => {
    const known = sent.get(vesselNumber) ?? sentSeries(telemetry, vesselNumber)
    sent.set(vesselNumber, known)
    return known
  }
  const defectOf = async (rule: Rule): Promise<Defect | null> => {
    const { ids } = rule.definition.geofences
    const isLimited = rule.type === 'geofence' || rule.definition.geofences.enabled
    if (isLimited && ids.length > 0 && !ids.some((id) => existing.has(id))) return 'no_geofence'
    const branch = new Set(branchOf(departments, rule.department_id))
    const own = vessels.filter(
      ({ id, departmentId }) => branch.has(departmentId) && isForVessel(rule.vessels, id),
    )
    if (own.length === 0) return 'no_vessel'
    const needs = groupsOf(rule).map((group) => group.flatMap((one) => neededBy(one) ?? []))
    if (needs.some((group) => group.length === 0)) return null
    for (const { number } of own) {
      const series = await sentBy(number)
      if (needs.some((group) => group.every((need) => series.has(need)))) return null
    }
    return 'no_sensor'
  }
  const found: Rule[] = []
  for (const rule of rules) {
    const defect = await defectOf(rule)
    found.push(defect ? { ...rule, cannot_hold: defect } : rule)
  }
  return found
}

/** Names of series and of their instances, `oil_pressure` and `oil_pressure 1`, that a vessel ever sent. */
async function sentSeries({ sources }: Pick<Telemetry, 'sources'>, vesselNumber: number) {
  const reported = await sources.of(vesselNumber)
  return new Set(reported.flatMap(({ series, instance }) => [`${series}`, `${series} ${instance}`]))
}

function groupsOf({ type, definition }: Rule): Condition[][] {
  if (type === 'geofence') return [definition.and ?? []]
  return [definition.logic.and, ...(definition.logic.or ?? []).map(({ and }) => and)]
}

/** Null where a vessel need not send a series of her own for it: speed follows from positions, impacts from motion. */
function neededBy({ variable }: Condition): string | null {
  const { series = null, instance = null } = ruleField(variable.source, variable.field) ?? {}
  if (!series || series === 'sog' || SERIES[series].group === 'Sensors' || DRAWN_ALONE.includes(series))
    return null
  const { number } = SERIES[series]
  return instance === null ? `${number}` : `${number} ${instance}`
}
