import { z } from 'zod'
import { FUTURE_MAX_US } from '#contract/domain/time.ts'
import { VESSEL_STATUSES, type VesselStatus } from '#contract/domain/vesselStatuses.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'
import { expectedValues } from './optimisticLock.ts'
import { TripFigures } from './tripFigures.ts'
import type { FromWire } from './wirePosition.ts'

/** Higher comes first in lists. */
export const STATUS_PRIORITY: Readonly<Record<VesselStatus, number>> = {
  sailing: 4,
  online: 3,
  offline: 2,
  unavailable: 1,
  unpaired: 0,
}
export const VESSEL_KINDS = ['rib', 'motor', 'pilot', 'fishing', 'ferry', 'sailing', 'workboat'] as const
export const LIVE_WINDOW_MS = 600_000
export const SAILING_ABOVE_KN = 3

/**
 * Activity of a vessel, derived on read and never stored. `lastUpdatedMs` is the newest time of any accepted sample.
 * `sogKn` is the latest accepted speed no older than the live window, null without one.
 */
export function vesselStatus(
  vessel: { paired: boolean; lastUpdatedMs: number | null; sogKn: number | null },
  nowMs: number,
): VesselStatus {
  const { paired, lastUpdatedMs, sogKn } = vessel
  if (!paired) return 'unpaired'
  if (lastUpdatedMs === null || lastUpdatedMs > nowMs + FUTURE_MAX_US / 1000) return 'unavailable'
  if (nowMs - lastUpdatedMs > LIVE_WINDOW_MS) return 'offline'
  return sogKn !== null && sogKn > SAILING_ABOVE_KN ? 'sailing' : 'online'
}

/** Vessels without a device are hidden until the person switches them on, also those with a history. */
export const isUnpaired = (vessel: { status: VesselStatus }) => vessel.status === 'unpaired'

/** Values that age each for itself, by their names on the wire. */
const LIVE_VALUES = [
  ...(['position', 'sog', 'cog', 'impact', 'temperature'] as const),
  ...(['wind_speed', 'wind_direction', 'wave_height'] as const),
]
/** Values that are older than the newest by no more than this count as measured together. */
export const TOGETHER_MS = 1000

/** Latest value of each series of a vessel, in wire units. Null: never received, or too old to be current. */
export const VesselLive = z.object({
  lat: z.number().nullable().describe('Latitude in degrees, −90 to 90, north positive; null if not current.'),
  lon: z
    .number()
    .nullable()
    .describe('Longitude in degrees, −180 to 180, east positive; null if not current.'),
  cog: z
    .number()
    .nullable()
    .describe('Course over ground in degrees, 0 to 360, clockwise from true north; null if not current.'),
  sog: z.number().nullable().describe('Speed over ground in knots, 0 or more; null if not current.'),
  sog_derived: z
    .boolean()
    .describe('True if the speed is derived from positions because no instrument measures it.'),
  impact: z
    .number()
    .nullable()
    .describe(
      'Largest impact since the last update, at most the last five seconds, in g; null if not current.',
    ),
  impact_time: z
    .number()
    .nullable()
    .describe('Time of the latest impact, in milliseconds since 1970 UTC; null without one.'),
  temperature: z.number().nullable().describe('Air temperature in degrees Celsius; null if not current.'),
  wind_speed: z.number().nullable().describe('Wind speed in metres per second; null if not current.'),
  wind_direction: z
    .number()
    .nullable()
    .describe('Direction the wind blows from, in degrees, 0 to 360; null if not current.'),
  wave_height: z.number().nullable().describe('Height of the waves in metres; null if not current.'),
  last_updated: z
    .number()
    .nullable()
    .describe('Time of the newest accepted sample, in milliseconds since 1970 UTC; null before the first.'),
  /**
   * Time of measurement of a value, epoch ms, if it is more than a second before `last_updated`; also for a
   * value that is null because it is too old. A value without an entry was measured at `last_updated`, an
   * impact at `impact_time`.
   */
  measured_at: z
    .partialRecord(z.enum(LIVE_VALUES), z.number())
    .optional()
    .describe(
      'Times of values more than a second older than `last_updated`, in milliseconds since 1970 UTC, by value; also of values that are no longer current.',
    ),
})
export type WireVesselLive = z.infer<typeof VesselLive>

export type LiveValueName = Exclude<(typeof LIVE_VALUES)[number], 'temperature'> | 'air_temperature'
/** Times of `measured_at` by the inner names, epoch ms. */
export type LiveTimes = Partial<Record<LiveValueName, number>>
/** Live data with the inner names of its position and its air temperature. */
export type LiveFromWire<Wire extends WireVesselLive> = Omit<
  FromWire<Wire>,
  'temperature' | 'measured_at'
> & {
  air_temperature: number | null
  measured_at?: LiveTimes | undefined
}
export type VesselLive = LiveFromWire<WireVesselLive>

/** When a value was measured, epoch ms; null when it never was. */
export function measuredMs(live: VesselLive, name: LiveValueName): number | null {
  const own = live.measured_at?.[name]
  if (own !== undefined) return own
  if (name === 'impact') return live.impact_time
  return live[name === 'position' ? 'latitudeDeg' : name] === null ? null : live.last_updated
}

/** A vessel as the map and the realtime topic `vessel_map_view` show it. */
export const MapVessel = VesselLive.extend({
  id: z.uuid().describe('Identifier of the vessel, a UUID.'),
  name: z.string().describe('Name of the vessel.'),
  kind: z
    .enum(VESSEL_KINDS)
    .describe('Type of vessel: `rib`, `motor`, `pilot`, `fishing`, `ferry`, `sailing` or `workboat`.'),
  picture_url: z.string().nullable().describe("Address of the vessel's picture; null without a picture."),
  department_id: z.uuid().describe("Identifier of the vessel's department, a UUID."),
  status: z
    .enum(VESSEL_STATUSES)
    .describe('Status of the vessel: `sailing`, `online`, `offline`, `unavailable` or `unpaired`.'),
  trip_id: z
    .uuid()
    .nullable()
    .describe("Identifier of the vessel's current or latest trip, a UUID; null without trips."),
  impact_limit: z.number().describe('Impact limit of the vessel in g: impacts above it are red.'),
})
export type WireMapVessel = z.infer<typeof MapVessel>
/** A vessel of the map with the inner names. */
export type MapVessel = LiveFromWire<WireMapVessel>

export const FUEL_TYPES = ['petrol', 'diesel'] as const
export const GUIDANCE_MODES = ['safety', 'eco', 'auto'] as const
export const DASHBOARD_MODES = ['gauges', 'simple', 'chart', 'auto'] as const
export const FIRST_YEAR_BUILT = 1959

export const IGNORED_PERIOD_TYPES = ['date_range', 'before_date', 'after_date'] as const
/**
 * Interval whose fuel figures do not count, for example because a sensor was wrong: [start, end), ISO 8601.
 */
export const IgnoredFuelPeriod = z.object({
  type: z.enum(IGNORED_PERIOD_TYPES).describe('Type of period: `date_range`, `before_date` or `after_date`.'),
  start_time: z.iso
    .datetime()
    .nullable()
    .describe('Start of the ignored period, ISO 8601 in UTC; null for `before_date`.'),
  end_time: z.iso
    .datetime()
    .nullable()
    .describe('End of the ignored period, ISO 8601 in UTC, excluded; null for `after_date`.'),
  comment: z.string().nullable().describe('Comment on the ignored period; null without one.'),
  created_at: z.iso.datetime().describe('Time when the period was entered, ISO 8601 in UTC.'),
})
export type IgnoredFuelPeriod = z.infer<typeof IgnoredFuelPeriod>

/** Fields of a period whose fuel data is ignored. */
export const IgnoredFuelPeriodFields = z
  .object({
    type: z
      .enum(IGNORED_PERIOD_TYPES)
      .describe('Type of period: `date_range`, `before_date` or `after_date`.'),
    start_time: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe('Start of the ignored period, ISO 8601 with offset; null for `before_date`.'),
    end_time: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe('End of the ignored period, ISO 8601 with offset, excluded; null for `after_date`.'),
    comment: oneLine()
      .max(200, 'Maximum 200 characters')
      .nullable()
      .transform((text) => text || null)
      .describe('Comment on the ignored period, at most 200 characters; null or empty for none.'),
  })
  .superRefine(({ type, start_time, end_time }, { addIssue }) => {
    const refuse = (name: 'start_time' | 'end_time', message: string) =>
      addIssue({ code: 'custom', path: [name], message })
    if (type === 'before_date') {
      if (!end_time) refuse('end_time', 'Before date is required')
    } else if (type === 'after_date') {
      if (!start_time) refuse('start_time', 'After date is required')
    } else {
      if (!start_time) refuse('start_time', 'Start date is required')
      if (!end_time) refuse('end_time', 'End date is required')
      if (start_time && end_time && Date.parse(start_time) > Date.parse(end_time))
        refuse('start_time', 'Start date must be before end date')
    }
  })
/** Without an end that its kind does not use; a new period need not have the time of its creation. */
export const IgnoredFuelPeriodForm = IgnoredFuelPeriodFields.safeExtend({
  created_at: z.iso
    .datetime()
    .optional()
    .describe('Time when the period was entered, ISO 8601 in UTC; now if absent.'),
}).transform(({ type, start_time, end_time, ...rest }) => ({
  ...rest,
  type,
  start_time: type === 'before_date' ? null : isoOrNull(start_time),
  end_time: type === 'after_date' ? null : isoOrNull(end_time),
}))
const isoOrNull = (text: string | null) => (text === null ? null : new Date(text).toISOString())

export const Vessel = z.object({
  id: z.uuid().describe('Identifier of the vessel, a UUID.'),
  name: z.string().describe('Name of the vessel.'),
  kind: z
    .enum(VESSEL_KINDS)
    .describe('Type of vessel: `rib`, `motor`, `pilot`, `fishing`, `ferry`, `sailing` or `workboat`.'),
  picture_url: z.string().nullable().describe("Address of the vessel's picture; null without a picture."),
  department_id: z.uuid().describe("Identifier of the vessel's department, a UUID."),
  department: z
    .object({
      id: z.uuid().describe('Identifier of the department, a UUID.'),
      name: z.string().describe('Name of the department.'),
      parent_id: z
        .uuid()
        .nullable()
        .describe('Identifier of the department above, a UUID; null for the top level.'),
    })
    .describe('Department that the vessel belongs to.'),
  ext_ref_id: z
    .string()
    .nullable()
    .describe('Identifier of the vessel in another system, at most 100 characters; null without one.'),
  device: z
    .object({ id: z.string().describe('Identifier of the paired device.') })
    .nullable()
    .describe('Device that is paired with the vessel; null without one.'),
  status: z
    .enum(VESSEL_STATUSES)
    .describe('Status of the vessel: `sailing`, `online`, `offline`, `unavailable` or `unpaired`.'),
  live: VesselLive.describe('Newest values of the vessel, null where not current.'),
  last_updated: z
    .number()
    .nullable()
    .describe('Time of the newest accepted sample, in milliseconds since 1970 UTC; null before the first.'),
  count: z
    .object({ trips: z.int().describe('Number of trips of the vessel.') })
    .describe('Number of objects that belong to the vessel.'),
  system_settings: z
    .object({
      impact_limit: z.number().describe('Impact limit of the vessel in g: impacts above it are red.'),
      safety_speed_limit: z
        .number()
        .nullable()
        .describe('Safety speed limit of the vessel in knots, up to 150; null if not set.'),
      target_fuel_rate: z
        .number()
        .nullable()
        .describe('Target fuel per distance in litres per nautical mile, up to 10,000; null if not set.'),
      guidance_mode: z
        .enum(GUIDANCE_MODES)
        .describe('Speed recommended at the helm: `safety`, `eco`, or `auto` for the lower of both.'),
      dashboard_mode: z
        .enum(DASHBOARD_MODES)
        .describe('Display at the helm: `gauges`, `simple`, `chart` or `auto`.'),
      ignored_fuel_data_periods: z
        .array(IgnoredFuelPeriod)
        .describe('Periods whose fuel data is ignored, at most 100.'),
    })
    .describe('Limits and display settings of the vessel.'),
  specs: z
    .object({
      length: z.number().nullable().describe('Length of the vessel in metres, up to 500; null if unknown.'),
      beam_overall: z
        .number()
        .nullable()
        .describe('Overall beam of the vessel in metres, up to 100; null if unknown.'),
      cruising_speed: z
        .number()
        .nullable()
        .describe('Cruising speed in knots, at most the top speed; null if unknown.'),
      top_speed: z.number().nullable().describe('Top speed in knots, up to 150; null if unknown.'),
      displacement_weight: z
        .number()
        .nullable()
        .describe('Displacement of the vessel in tonnes, up to 1,000,000; null if unknown.'),
      fuel_capacity: z
        .number()
        .nullable()
        .describe('Fuel capacity in litres, up to 10,000,000; null if unknown.'),
      fuel_type: z.enum(FUEL_TYPES).describe('Type of fuel: `petrol` or `diesel`.'),
      nox_factor: z
        .number()
        .nullable()
        .describe('Grams of NOx per kilogram of fuel, up to 500; null if unknown.'),
      year_built: z.int().nullable().describe('Year of construction, 1959 or later; null if unknown.'),
      manufacturer: z
        .string()
        .nullable()
        .describe('Name of the manufacturer, at most 100 characters; null if unknown.'),
      hull_identification_number: z
        .string()
        .nullable()
        .describe('Hull identification number, at most 12 characters; null if unknown.'),
      mmsi: z
        .string()
        .nullable()
        .describe('Maritime Mobile Service Identity, nine digits as text; null if unknown.'),
    })
    .describe('Size, engines and identity of the vessel.'),
})
export type Vessel = z.infer<typeof Vessel>

const REQUIRED = 'This field is required'
const TOO_SMALL = 'Enter a number greater than 0'
const TOO_LARGE = 'This number is too large'
const needed = (most: number) => z.number(REQUIRED).positive(TOO_SMALL).max(most, TOO_LARGE)
const measured = (most: number) => needed(most).nullish()
const optionalText = (most: number) =>
  oneLine().max(most, `Maximum ${most} symbols`).nullish().transform(emptyToNull)
const emptyToNull = (text: string | null | undefined) => (text === '' ? null : text)

/** Properties of a vessel that users enter, in the units of the wire: m, kn, t, L, g, L/nmi, g/kg. */
const VesselFields = z.object({
  name: oneLine()
    .min(1, REQUIRED)
    .max(50, 'Maximum 50 symbols')
    .describe('Name of the vessel, 1 to 50 characters, unique in the organization.'),
  kind: z
    .enum(VESSEL_KINDS)
    .describe('Type of vessel: `rib`, `motor`, `pilot`, `fishing`, `ferry`, `sailing` or `workboat`.'),
  department_id: z
    .uuid('Department is required')
    .describe('Identifier of the department for the vessel, a UUID.'),
  ext_ref_id: optionalText(100).describe(
    'Identifier of the vessel in another system, at most 100 characters; null without one.',
  ),
  length: needed(500).describe('Length of the vessel in metres, up to 500; null if unknown.'),
  beam_overall: needed(100).describe('Overall beam of the vessel in metres, up to 100; null if unknown.'),
  top_speed: needed(150).describe('Top speed in knots, up to 150; null if unknown.'),
  cruising_speed: needed(150).describe('Cruising speed in knots, at most the top speed; null if unknown.'),
  displacement_weight: measured(1_000_000).describe(
    'Displacement of the vessel in tonnes, up to 1,000,000; null if unknown.',
  ),
  fuel_capacity: measured(10_000_000).describe('Fuel capacity in litres, up to 10,000,000; null if unknown.'),
  fuel_type: z.enum(FUEL_TYPES).describe('Type of fuel: `petrol` or `diesel`.'),
  nox_factor: measured(500).describe('Grams of NOx per kilogram of fuel, up to 500; null if unknown.'),
  year_built: z
    .int()
    .min(FIRST_YEAR_BUILT)
    .max(2200)
    .nullish()
    .describe('Year of construction, 1959 or later; null if unknown.'),
  manufacturer: optionalText(100).describe(
    'Name of the manufacturer, at most 100 characters; null if unknown.',
  ),
  hull_identification_number: optionalText(12).describe(
    'Hull identification number, at most 12 characters; null if unknown.',
  ),
  mmsi: z
    .string()
    .trim()
    .regex(/^(\d{9})?$/, 'MMSI must be a 9-digit number')
    .nullish()
    .transform(emptyToNull)
    .describe('Maritime Mobile Service Identity, nine digits as text; null if unknown.'),
  impact_limit: needed(50).describe('Impact limit of the vessel in g, up to 50: impacts above it are red.'),
  safety_speed_limit: needed(150).describe(
    'Safety speed limit of the vessel in knots, up to 150; null if not set.',
  ),
  target_fuel_rate: measured(10_000).describe(
    'Target fuel per distance in litres per nautical mile, up to 10,000; null if not set.',
  ),
  guidance_mode: z
    .enum(GUIDANCE_MODES)
    .describe('Speed recommended at the helm: `safety`, `eco`, or `auto` for the lower of both.'),
  dashboard_mode: z
    .enum(DASHBOARD_MODES)
    .describe('Display at the helm: `gauges`, `simple`, `chart` or `auto`.'),
})
interface Speeds {
  top_speed?: number | null | undefined
  cruising_speed?: number | null | undefined
}
export const CRUISES_TOO_FAST = 'Cruising speed can not be above top speed'
/** True also while one of the speeds is unknown. */
export const cruisesWithin = ({ top_speed, cruising_speed }: Speeds) =>
  top_speed == null || cruising_speed == null || cruising_speed <= top_speed

const SPEEDS: readonly unknown[] = ['top_speed', 'cruising_speed']
const TOO_FAST = {
  path: ['cruising_speed'],
  message: CRUISES_TOO_FAST,
  // Reported together with the problems of other fields.
  when: ({ issues }: { issues: readonly { path?: readonly unknown[] | undefined }[] }) =>
    !issues.some(({ path }) => SPEEDS.includes(path?.[0])),
}

export const VesselForm = VesselFields.refine(cruisesWithin, TOO_FAST)
export type VesselForm = z.infer<typeof VesselForm>
export const DEFAULT_IMPACT_LIMIT_G = 3

/** More than a user needs, and few enough to check every second of a trip against. */
const MAX_IGNORED_PERIODS = 100

/** Fields that are absent stay unchanged. */
export const VesselEdit = VesselFields.partial().extend({
  ignored_fuel_data_periods: z
    .array(IgnoredFuelPeriodForm)
    .max(MAX_IGNORED_PERIODS)
    .optional()
    .describe('Periods whose fuel data is ignored, at most 100.'),
})
export type VesselEdit = z.infer<typeof VesselEdit>

/** Base64 or a data URL of at most 10 MB of picture. */
const Picture = z.string().max(14_000_000, 'Photo can not be more than 10 MB')

/**
 * Every vessel of the caller's scope with its latest state, which the map loads before it subscribes. In
 * pages when a cursor is sent.
 */
export const listMapVessels = endpoint({
  method: 'GET',
  path: '/api/vessels/map',
  access: 'department:vessel-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: [],
    usual: ['name', 'asc'],
    filters: { department_id: 'department' },
    limit: 'all',
  },
  output: z.object({
    data: z.array(MapVessel).describe('Visible vessels with their current state.'),
    server_time: z
      .number()
      .describe('Clock of the server at the time of the answer, in milliseconds since 1970 UTC.'),
    next_cursor: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Value of `cursor` for the next page: absent unless the call sent a cursor, null on the last page.',
      ),
  }),
})
export const listVessels = endpoint({
  method: 'GET',
  path: '/api/vessels',
  access: 'department:vessel-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: ['name', 'created_at'],
    usual: ['name', 'asc'],
    filters: { id: 'id', name: 'text', department_id: 'department' },
  },
  output: page(Vessel),
})
export const getVessel = endpoint({
  method: 'GET',
  path: '/api/vessels/:id',
  access: 'vessel:vessel-view',
  forKeys: true,
  params: byId,
  output: Vessel,
})
export const createVessel = endpoint({
  method: 'POST',
  path: '/api/vessels',
  access: 'department:vessel-create',
  problems: ['NAME_IN_USE'],
  forKeys: true,
  body: VesselFields.extend({
    kind: VesselFields.shape.kind
      .default('motor')
      .describe('Type of vessel: `rib`, `motor`, `pilot`, `fishing`, `ferry`, `sailing` or `workboat`.'),
    fuel_type: VesselFields.shape.fuel_type.default('petrol').describe('Type of fuel: `petrol` or `diesel`.'),
    impact_limit: VesselFields.shape.impact_limit
      .default(DEFAULT_IMPACT_LIMIT_G)
      .describe('Impact limit of the vessel in g, up to 50: impacts above it are red.'),
    guidance_mode: VesselFields.shape.guidance_mode
      .default('auto')
      .describe('Speed recommended at the helm: `safety`, `eco`, or `auto` for the lower of both.'),
    dashboard_mode: VesselFields.shape.dashboard_mode
      .default('auto')
      .describe('Display at the helm: `gauges`, `simple`, `chart` or `auto`.'),
    vessel_picture: Picture.optional().describe(
      'Picture of the vessel as base64 or a data URL, at most 10 MB.',
    ),
  }).refine(cruisesWithin, TOO_FAST),
  output: Vessel,
})
export const updateVessel = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id',
  access: 'vessel:vessel-edit',
  problems: ['NAME_IN_USE'],
  forKeys: true,
  params: byId,
  body: VesselEdit.extend({
    expected: expectedValues(VesselEdit).describe(
      'Values of the changed fields as the sender last read them. The call fails with `conflict` if another user changed one of these fields since.',
    ),
  }),
  output: Vessel,
})
/**
 * Removes the vessel, its trips, alerts and comments from every list and report, deletes its samples and
 * frees its device. Captains keep the points of its trips.
 */
export const deleteVessel = endpoint({
  method: 'DELETE',
  path: '/api/vessels/:id',
  access: 'vessel:vessel-delete',
  forKeys: true,
  params: byId,
  output: z.object({ ok: z.literal(true).describe('Always `true`: the call succeeded.') }),
})
export const uploadVesselImage = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/upload_image',
  access: 'vessel:vessel-edit',
  params: byId,
  body: z.object({
    encoded_picture: Picture.describe('Picture of the vessel as base64 or a data URL, at most 10 MB.'),
  }),
  output: Vessel,
})
export const removeVesselImage = endpoint({
  method: 'DELETE',
  path: '/api/vessels/:id/remove_image',
  access: 'vessel:vessel-edit',
  params: byId,
  output: Vessel,
})

/** Totals over all trips of the vessel. */
export const getVesselStatistics = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/statistics',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  output: TripFigures,
})

/** Current state of the vessel; `rog` is the speed recommended over ground, her safety speed. Null: not current. */
export const getVesselGeneral = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/general',
  access: 'vessel:vessel-view',
  forKeys: true,
  params: byId,
  output: VesselLive.pick({
    last_updated: true,
    cog: true,
    sog: true,
    sog_derived: true,
    impact: true,
    impact_time: true,
    lat: true,
    lon: true,
    measured_at: true,
  }).extend({
    rog: z
      .number()
      .nullable()
      .describe('Safety speed in knots: the recommended speed over ground; null if not current.'),
  }),
})
export const getVesselLocation = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/location',
  access: 'vessel:vessel-view',
  forKeys: true,
  params: byId,
  output: VesselLive.pick({
    lat: true,
    lon: true,
    cog: true,
    sog: true,
    sog_derived: true,
    last_updated: true,
    measured_at: true,
  }),
})

export const Rejected = z.object({
  id: z.string().describe('Identifier of the rejection in the log.'),
  device_id: z.string().nullable().describe('Identifier of the device that sent the data; null if unknown.'),
  vessel_id: z.uuid().nullable().describe("Identifier of the device's vessel, a UUID; null if unpaired."),
  received_at: z.iso.datetime().describe('Time of arrival of the rejected data, ISO 8601 in UTC.'),
  reason: z.string().describe('Reason of the rejection, for example `out_of_range`.'),
  detail: z.string().describe('Field, sentence or frame that was rejected.'),
  count: z.int().describe('Number of rejected samples or messages of this type.'),
})
/** Data that the gateway refused or set aside, so that an operator can see why data is missing. */
export const listRejected = endpoint({
  method: 'GET',
  path: '/api/vessels/rejected',
  access: 'vessel:vessel-edit',
  list: {
    orders: [],
    usual: ['received_at', 'desc'],
    filters: { department_id: 'department' },
  },
  output: page(Rejected),
})
