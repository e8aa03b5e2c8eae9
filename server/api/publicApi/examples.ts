/**
 * What the examples of the public API send, by name of the call: values that people can make sense of, and `$NAMES` of
 * what is theirs. A test types each of them into a shell.
 */
interface Example {
  /** What stands in the path, where its noun does not say it. */
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: object
}

const DAY = { start_time: '2026-06-18T00:00:00Z', end_time: '2026-06-19T00:00:00Z' }
const BOAT = {
  name: 'Njála',
  department_id: '$DEPARTMENT_ID',
  length: 9,
  beam_overall: 3,
  top_speed: 40,
  cruising_speed: 25,
  safety_speed_limit: 30,
}
const FASTER_THAN = {
  type: 'threshold',
  severity: 'warning',
  department_id: '$DEPARTMENT_ID',
  definition: {
    geofences: { enabled: false, ids: [], area_operation: 'inside' },
    logic: { and: [{ variable: { type: 'instant', field: 'sog' }, operation: 'more_than', value: 30 }] },
  },
}
const SCHEDULE = {
  name: 'Week at sea',
  period: 'week',
  department_id: '$DEPARTMENT_ID',
  user_ids: ['$USER_ID'],
  enabled: true,
}
const CAPTAIN = { name: 'Nína', department_id: '$DEPARTMENT_ID' }

export const EXAMPLES: Readonly<Record<string, Example>> = {
  listVessels: { query: { 'filter[name][contains]': 'njá', 'order[name]': 'asc' } },
  createVessel: { body: BOAT },
  updateVessel: { body: { safety_speed_limit: 28 } },
  takeHelm: { body: { captain_id: '$CAPTAIN_ID' } },
  listTrips: {
    query: { 'filter[vessel_id][eq]': '$VESSEL_ID', 'order[start_time]': 'desc', limit: '5' },
  },
  updateTrip: { body: { captain_id: '$CAPTAIN_ID' } },
  splitTrip: { body: { at: '2026-06-18T09:30:00Z' } },
  mergeTrips: { body: { with_trip_id: '$OTHER_TRIP_ID' } },
  trimTrip: { body: { start_time: '2026-06-18T09:30:00Z', end_time: '2026-06-18T09:50:00Z' } },
  setTripAtSea: { body: { at_sea: false } },
  fetchImpactReport: { body: { impact_threshold: 1 } },
  fetchPaths: { body: { trip_ids: ['$TRIP_ID'], points: 200 } },
  fetchTimeSeries: {
    body: {
      filters: { trip_id: '$TRIP_ID' },
      fields: [
        { field: 'sog', aggregation: 'avg' },
        { field: 'impact', aggregation: 'max' },
      ],
      resolution: { value: 10, type: 'seconds' },
    },
  },
  fetchJ1939TimeSeries: {
    body: {
      filters: { trip_id: '$TRIP_ID' },
      fields: [{ spn: 190, instance: 1 }],
      resolution: { value: 1, type: 'minutes' },
    },
  },
  fetchVesselStatus: {
    body: {
      filters: { vessel_id: '$VESSEL_ID', ...DAY },
      fields: [{ field: 'battery_voltage', aggregation: 'min' }],
      resolution: { value: 1, type: 'hours' },
    },
  },
  fetchSafetyStatistics: { body: { request_type: 'trip', trip_id: '$TRIP_ID' } },
  fetchFuelStatistics: { body: { request_type: 'agg', vessel_id: '$VESSEL_ID', ...DAY } },
  fetchDashboardStatistics: { body: { vessel_id: ['$VESSEL_ID'], ...DAY, timezone: 'Atlantic/Reykjavik' } },
  listAlerts: { query: { 'filter[severity][eq]': 'critical', 'order[trigger_time]': 'desc', limit: '5' } },
  assignAlert: { body: { user_id: null } },
  silenceAlert: { body: { minutes: 30 } },
  commentAlert: { body: { text: 'The harbour office knows.' } },
  createCaptain: { body: CAPTAIN },
  updateCaptain: { body: { ...CAPTAIN, name: 'Nína Jónsdóttir' } },
  createGeofence: {
    body: {
      name: 'Skerries',
      department_id: '$DEPARTMENT_ID',
      type: 'circle',
      coordinates: [{ lat: 64.15, lon: -21.95 }],
      radius: 500,
      createRule: false,
    },
  },
  updateGeofence: { body: { name: 'Outer skerries', modified_at: '$MODIFIED_AT' } },
  createComment: { body: { trip_id: '$TRIP_ID', text: 'Fog at the harbour mouth.' } },
  createRule: { body: FASTER_THAN },
  updateRule: { body: { ...FASTER_THAN, severity: 'critical' } },
  previewRule: { body: { rule: FASTER_THAN, from: DAY.start_time, to: DAY.end_time } },
  getLogbook: { query: { date: DAY.start_time.slice(0, 10), timezone: 'Atlantic/Reykjavik' } },
  listExports: { query: { 'filter[state][eq]': 'done', 'order[created_at]': 'desc', limit: '5' } },
  createExport: {
    body: {
      kind: 'seconds',
      format: 'parquet',
      vessel_id: '$VESSEL_ID',
      start: DAY.start_time,
      end: DAY.end_time,
    },
  },
  createReportSchedule: { body: { ...SCHEDULE, send_now: false } },
  updateReportSchedule: { body: { ...SCHEDULE, enabled: false } },
  listReportReaders: { params: { id: '$DEPARTMENT_ID' } },
  listReportDeliveries: { query: { 'filter[state][eq]': 'dead', 'order[created_at]': 'desc', limit: '5' } },
  getLogbookFile: {
    params: { format: 'pdf' },
    query: { date: DAY.start_time.slice(0, 10), timezone: 'Atlantic/Reykjavik' },
  },
  getDownloadFile: { params: { token: '$TOKEN' } },
  openStream: { query: { every: '5' } },
  requestRawData: { body: { trip_id: '$TRIP_ID', requestType: 'calc', format: 'csv' } },
  requestStatisticsDownload: { body: { id_str: '$VESSEL_ID', data_type: 'vessel', format: 'csv' } },
}
