import { type Condition, DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/wire/rule.ts'
import { insertRule } from '#server/records/rules.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import type { FenceName } from './seedGeofences.ts'

interface Fleet {
  organizationId: string
  departmentId: string
  /** Names of planing boats, which get harder impacts. */
  planing: readonly string[]
  displacing: readonly string[]
  fences: Readonly<Record<FenceName, { id: string; departmentId: string }>>
}

const more = (field: string, value: number, change: Partial<Condition['variable']> = {}): Condition =>
  ({ variable: { type: 'instant', field, ...change }, operation: 'more_than', value }) as Condition
const ANYWHERE = { enabled: false, ids: [], area_operation: 'inside' }
const inside = (id: string) => ({ enabled: true, ids: [id], area_operation: 'inside' })

/**
 * Rules of a typical operator, in force since before the demo's month, so that its alerts follow from them.
 */
export async function seedRules(tx: Tx, fleet: Fleet, createdAt: Date): Promise<void> {
  const { organizationId, departmentId, planing, displacing, fences } = fleet
  const hit = (vesselIds: readonly string[], limitG: number, severity: string) => ({
    ...{
      departmentId,
      vesselIds,
      severity,
      definition: { geofences: ANYWHERE, logic: { and: [more('impact', limitG)] } },
    },
  })
  const slow = (fence: FenceName, kn: number) => ({
    ...{ departmentId: fences[fence].departmentId, vesselIds: [], severity: 'warning' },
    definition: {
      geofences: inside(fences[fence].id),
      logic: { and: [more('sog', kn, { type: 'vfp', period_sec: 30 } as Partial<Condition['variable']>)] },
    },
  })
  const quiet = {
    ...{ departmentId, vesselIds: [], severity: 'info' },
    definition: {
      geofences: ANYWHERE,
      logic: { and: [more('age', 7200, { source: 'vessel-status' })] },
    },
  }
  /** Condition for boats at the berth whose bus reports it. */
  const atBerth = (and: Condition) => ({
    ...{ departmentId, vesselIds: [], severity: 'critical' },
    definition: { geofences: ANYWHERE, logic: { and: [and] } },
  })
  const held = (field: string, operation: Condition['operation'], value: number, period_sec: number) =>
    ({ variable: { type: 'vfp', field, period_sec }, operation, value }) as const
  const rules = [
    hit(planing, 3, 'critical'),
    hit(displacing, 1.5, 'critical'),
    slow('Gamla höfnin', 12),
    slow('Porto Antico', 12),
    slow('Hvalaslóð', 20),
    quiet,
    atBerth(held('switch_1', 'more_than', 0.5, 300)),
    atBerth(held('ac_input_voltage', 'less_than', 80, 60)),
  ]
  for (const { departmentId: own, vesselIds, severity, definition } of rules) {
    const vessels = { apply_to_all: vesselIds.length === 0, ids: [...vesselIds] }
    const form = { type: 'threshold', severity, department_id: own, vessels, definition }
    const rule = RuleForm.parse({ ...form, notifications: DEFAULT_NOTIFICATIONS })
    await insertRule(tx, {
      ...{ organizationId, departmentId: own, createdAt, type: rule.type, severity: rule.severity },
      ...{ definition: rule.definition, vessels: rule.vessels, notifications: rule.notifications },
    })
  }
}
