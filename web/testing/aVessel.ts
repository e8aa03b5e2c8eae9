import type { Vessel } from '#contract/wire/vessel.ts'
import { ID } from './testConsole.tsx'

const NOTHING = {
  ...{ lat: null, lon: null, cog: null, sog: null, impact: null, impact_time: null, last_updated: null },
  ...{ sog_derived: false, temperature: null, wind_speed: null, wind_direction: null, wave_height: null },
}

/** Motor boat without a device and without data. */
export const A_VESSEL: Vessel = {
  ...{ id: ID.vessel, name: 'Særún', kind: 'motor', picture_url: null, department_id: ID.department },
  department: { id: ID.department, name: 'Harbour', parent_id: null },
  ...{ ext_ref_id: null, device: null, status: 'unpaired', last_updated: null, count: { trips: 0 } },
  live: NOTHING,
  system_settings: {
    ...{ impact_limit: 3, safety_speed_limit: 20, target_fuel_rate: null },
    ...{ guidance_mode: 'auto', dashboard_mode: 'auto', ignored_fuel_data_periods: [] },
  },
  specs: {
    ...{ length: 9, beam_overall: 3, cruising_speed: 20, top_speed: 30, displacement_weight: null },
    ...{ fuel_capacity: null, fuel_type: 'petrol', nox_factor: null, year_built: null, manufacturer: null },
    ...{ hull_identification_number: null, mmsi: null },
  },
}
