import type { WireAlert } from '#contract/wire/alert.ts'
import { ID } from './testConsole.tsx'

/** A critical alert that a user has acknowledged, as the server answers it. */
export const acknowledgedAlert = (id: string): WireAlert => ({
  ...{ id, trigger_time: '2026-06-18T12:00:00.000Z', severity: 'critical', type: 'external' },
  ...{ ended_at: null, is_open: true, received_at: '2026-06-18T12:00:00.000Z', text: 'Fire', facts: null },
  ...{ vessel_id: ID.vessel, trip_id: null, trip: null, rule_id: null, rule_version: null, instance: null },
  vessel: { id: ID.vessel, name: 'Saga', department: { id: ID.department, name: 'Harbour' } },
  ...{ withdrawn: null, assigned: null, silenced_until: null, lat: null, lon: null, sources: [] },
  acknowledged: { at: '2026-06-18T12:01:00.000Z', by: null, api_key: null },
})
