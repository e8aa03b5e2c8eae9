import type { z } from 'zod'
import { DEFAULT_IMPACT_LIMIT_G, type Vessel, VesselForm } from '#contract/wire/vessel.ts'

/** Values of the vessel form during editing; a number not entered yet is null. */
export type VesselDraft = z.input<typeof VesselForm>

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
