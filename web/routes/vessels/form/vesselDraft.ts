import type { z } from 'zod'
import { DEFAULT_IMPACT_LIMIT_G, type Vessel, VesselForm } from '#contract/wire/vessel.ts'

/** Values of the vessel form during editing; a number not entered yet is null. */
export type VesselDraft = z.input<typeof VesselForm>

export type VesselKind = VesselDraft['kind']

const MEASURES = ['length', 'beam_overall', 'top_speed', 'cruising_speed', 'safety_speed_limit'] as const

/** Usual measures of a small boat of each kind, in the order of `MEASURES`: m and kn. */
const TYPICAL: Readonly<Record<VesselKind, readonly number[]>> = {
  rib: [9.5, 3, 42, 28, 35],
  motor: [12.8, 3.9, 35, 24, 28],
  pilot: [15, 4.6, 28, 22, 25],
  fishing: [15, 4.8, 12, 9, 11],
  ferry: [28, 8.5, 22, 18, 20],
  sailing: [12, 3.9, 9, 6.5, 8],
  workboat: [18, 6.5, 12, 9, 11],
}

/** Typical measures of a kind, for fields that are empty or still hold those of the kind before. */
export function typicalOf(kind: VesselKind, values: VesselDraft): Partial<VesselDraft> {
  const kept = (name: (typeof MEASURES)[number], at: number) =>
    (values[name] ?? null) !== null && values[name] !== TYPICAL[values.kind][at]
  return Object.fromEntries(
    MEASURES.flatMap((name, at) => (kept(name, at) ? [] : [[name, TYPICAL[kind][at]]])),
  )
}

export const newVessel = (departmentId: string) =>
  ({
    ...Object.fromEntries(Object.keys(VesselForm.shape).map((name) => [name, null])),
    name: '',
    kind: 'motor',
    department_id: departmentId,
    fuel_type: 'petrol',
    impact_limit: DEFAULT_IMPACT_LIMIT_G,
    guidance_mode: 'auto',
    dashboard_mode: 'auto',
  }) as unknown as VesselDraft

/** Missing numbers are null; the form refuses null in required fields. */
export function draftOf({
  name,
  kind,
  department_id,
  ext_ref_id,
  specs,
  system_settings,
}: Vessel): VesselDraft {
  const { ignored_fuel_data_periods: _, ...settings } = system_settings
  return { name, kind, department_id, ext_ref_id, ...specs, ...settings } as VesselDraft
}
