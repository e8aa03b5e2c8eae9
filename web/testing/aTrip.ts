import type { Trip } from '#contract/wire/trip.ts'
import { ID } from './testConsole.tsx'

/** A trip of an hour that has ended and is analysed. */
export const A_TRIP: Trip = {
  ...{
    id: '50000001-0000-4000-8000-000000000000',
    company_id: ID.organization,
    vessel_id: ID.vessel,
    captain_id: null,
    captain: null,
  },
  vessel: {
    ...{ id: ID.vessel, name: 'Særún', picture_url: null, department_id: ID.department },
    system_settings: { impact_limit: 3 },
  },
  ...{ start_time: '2026-06-18T09:00:00.000Z', end_time: '2026-06-18T10:00:00.000Z', live: false },
  ...{
    is_deleted: false,
    visible: true,
    start_cause: 'moving',
    end_cause: 'idle',
    sea_state: 'assumed' as const,
    weather_source: null,
  },
  ...{ num_alerts: 0, num_critical_alerts: 0, num_warning_alerts: 0, num_info_alerts: 0, num_comments: 1 },
  analysis: { complete: true, share: 1 },
  stats: {
    ...{ time_of_last_data_point: '2026-06-18T10:00:00.000Z', duration: 60, distance: 12.3, peak_impact: 1 },
    ...{ avg_sog: 12, max_sog: 14, avg_rog: null, avg_impact: 0.1, avg_peak_impact: 0.6, red_impacts: 0 },
    ...{ impact_frequency: 0, fuel_consumption: null, avg_fuel_rate_l_nm: null, co2_emissions: null },
    ...{ nox_emissions: null, in_eco_speed_ratio: null, safety_quality: null, score: null, score_basis: [] },
    ...{
      partial: false,
      fuel_suspect: false,
      sog_derived: false,
      distance_suspect: false,
      sparse: false,
      position_frozen: false,
    },
  },
}
