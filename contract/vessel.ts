import { z } from 'zod'
import { byId, endpoint, page } from './endpoint.ts'
import { oneLine } from './oneLine.ts'
import { FUTURE_MAX_US } from './time.ts'
import { TripFigures } from './tripFigures.ts'
import { VESSEL_STATUSES, type VesselStatus } from './vesselStatuses.ts'
import { wasOf } from './was.ts'

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
 * What a vessel is doing, derived on read and never stored. `lastUpdatedMs` is the newest time of any accepted
 * sample, `sogKn` the latest accepted speed no older than the live window, null when there is none.
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

/** Values that age each for itself. */
const LIVE_VALUES = [
  ...(['position', 'sog', 'cog', 'impact', 'temperature'] as const),
  ...(['wind_speed', 'wind_direction', 'wave_height'] as const),
]
export type LiveValueName = (typeof LIVE_VALUES)[number]
/** Values that are older than the newest by no more than this count as measured together. */
export const TOGETHER_MS = 1000

/** The newest of everything a vessel has said, in wire units. Null: never said, or too old to be called current. */
export const VesselLive = z.object({
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** Course over ground, degrees. */
  cog: z.number().nullable(),
  /** Speed over ground, kn. */
  sog: z.number().nullable(),
  /** No instrument gives speed: it is derived from positions. */
  sog_derived: z.boolean(),
  /** Largest impact of the seconds since what was said before, five at most, g. */
  impact: z.number().nullable(),
  /** The second of the latest impact, epoch ms. */
  impact_time: z.number().nullable(),
  temperature: z.number().nullable(),
  wind_speed: z.number().nullable(),
  wind_direction: z.number().nullable(),
  wave_height: z.number().nullable(),
  /** Newest time of any accepted sample, epoch ms. */
  last_updated: z.number().nullable(),
  /**
   * When a value was measured, epoch ms, where that is more than a second before `last_updated`; also of one that is null
   * because it is too old. A value without an entry was measured at `last_updated`, an impact at `impact_time`.
   */
  measured_at: z.partialRecord(z.enum(LIVE_VALUES), z.number()).optional(),
})
export type VesselLive = z.infer<typeof VesselLive>

/** When a value was measured, epoch ms; null when it never was. */
export function measuredMs(live: VesselLive, name: LiveValueName): number | null {
  const own = live.measured_at?.[name]
  if (own !== undefined) return own
  if (name === 'impact') return live.impact_time
  return live[name === 'position' ? 'lat' : name] === null ? null : live.last_updated
}

/** A vessel as the map and the realtime topic `vessel_map_view` show it. */
export const MapVessel = VesselLive.extend({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(VESSEL_KINDS),
  picture_url: z.string().nullable(),
  department_id: z.uuid(),
  status: z.enum(VESSEL_STATUSES),
  /** The vessel's open or latest visible trip. */
  trip_id: z.uuid().nullable(),
  impact_limit: z.number(),
})
export type MapVessel = z.infer<typeof MapVessel>

export const FUEL_TYPES = ['petrol', 'diesel'] as const
export const GUIDANCE_MODES = ['safety', 'eco', 'auto'] as const
export const DASHBOARD_MODES = ['gauges', 'simple', 'chart', 'auto'] as const
export const FIRST_YEAR_BUILT = 1959

export const IGNORED_PERIOD_TYPES = ['date_range', 'before_date', 'after_date'] as const
/** Time whose fuel figures count for nothing, for example because a sensor was wrong: [start, end), ISO 8601. */
export const IgnoredFuelPeriod = z.object({
  type: z.enum(IGNORED_PERIOD_TYPES),
  start_time: z.iso.datetime().nullable(),
  end_time: z.iso.datetime().nullable(),
  comment: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type IgnoredFuelPeriod = z.infer<typeof IgnoredFuelPeriod>

/** What somebody says of such a time. */
export const IgnoredFuelPeriodFields = z
  .object({
    type: z.enum(IGNORED_PERIOD_TYPES),
    start_time: z.iso.datetime({ offset: true }).nullable(),
    end_time: z.iso.datetime({ offset: true }).nullable(),
    comment: oneLine()
      .max(200, 'Maximum 200 characters')
      .nullable()
      .transform((text) => text || null),
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
/** Without an end that its kind has no use for; a new one need not say since when it is known. */
export const IgnoredFuelPeriodForm = IgnoredFuelPeriodFields.safeExtend({
  created_at: z.iso.datetime().optional(),
}).transform(({ type, start_time, end_time, ...rest }) => ({
  ...rest,
  type,
  start_time: type === 'before_date' ? null : isoOrNull(start_time),
  end_time: type === 'after_date' ? null : isoOrNull(end_time),
}))
const isoOrNull = (text: string | null) => (text === null ? null : new Date(text).toISOString())

export const Vessel = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(VESSEL_KINDS),
  picture_url: z.string().nullable(),
  department_id: z.uuid(),
  department: z.object({ id: z.uuid(), name: z.string(), parent_id: z.uuid().nullable() }),
  ext_ref_id: z.string().nullable(),
  device: z.object({ id: z.string() }).nullable(),
  status: z.enum(VESSEL_STATUSES),
  live: VesselLive,
  /** Epoch ms of the newest of anything she said. */
  last_updated: z.number().nullable(),
  count: z.object({ trips: z.int() }),
  system_settings: z.object({
    /** g */
    impact_limit: z.number(),
    /** kn */
    safety_speed_limit: z.number().nullable(),
    /** L/nmi */
    target_fuel_rate: z.number().nullable(),
    guidance_mode: z.enum(GUIDANCE_MODES),
    dashboard_mode: z.enum(DASHBOARD_MODES),
    ignored_fuel_data_periods: z.array(IgnoredFuelPeriod),
  }),
  specs: z.object({
    /** m */
    length: z.number().nullable(),
    /** m */
    beam_overall: z.number().nullable(),
    /** kn */
    cruising_speed: z.number().nullable(),
    /** kn */
    top_speed: z.number().nullable(),
    /** t */
    displacement_weight: z.number().nullable(),
    /** L */
    fuel_capacity: z.number().nullable(),
    fuel_type: z.enum(FUEL_TYPES),
    /** g NOx a kg of fuel */
    nox_factor: z.number().nullable(),
    year_built: z.int().nullable(),
    manufacturer: z.string().nullable(),
    hull_identification_number: z.string().nullable(),
    mmsi: z.string().nullable(),
  }),
})
export type Vessel = z.infer<typeof Vessel>

const REQUIRED = 'This field is required'
const TOO_SMALL = 'Enter a number greater than 0'
const TOO_LARGE = 'This number is too large'
const needed = (most: number) => z.number(REQUIRED).positive(TOO_SMALL).max(most, TOO_LARGE)
const measured = (most: number) => needed(most).nullish()
const said = (most: number) => oneLine().max(most, `Maximum ${most} symbols`).nullish().transform(emptyToNull)
const emptyToNull = (text: string | null | undefined) => (text === '' ? null : text)

/** What people say of a vessel, in the units of the wire: m, kn, t, L, g, L/nmi, g/kg. */
const VesselFields = z.object({
  name: oneLine().min(1, REQUIRED).max(50, 'Maximum 50 symbols'),
  kind: z.enum(VESSEL_KINDS),
  department_id: z.uuid('Department is required'),
  ext_ref_id: said(100),
  length: needed(500),
  beam_overall: needed(100),
  top_speed: needed(150),
  cruising_speed: needed(150),
  displacement_weight: measured(1_000_000),
  fuel_capacity: measured(10_000_000),
  fuel_type: z.enum(FUEL_TYPES),
  nox_factor: measured(500),
  year_built: z.int().min(FIRST_YEAR_BUILT).max(2200).nullish(),
  manufacturer: said(100),
  hull_identification_number: said(12),
  mmsi: z
    .string()
    .trim()
    .regex(/^(\d{9})?$/, 'MMSI must be a 9-digit number')
    .nullish()
    .transform(emptyToNull),
  impact_limit: needed(50),
  safety_speed_limit: needed(150),
  target_fuel_rate: measured(10_000),
  guidance_mode: z.enum(GUIDANCE_MODES),
  dashboard_mode: z.enum(DASHBOARD_MODES),
})
interface Speeds {
  top_speed?: number | null | undefined
  cruising_speed?: number | null | undefined
}
export const CRUISES_TOO_FAST = 'Cruising speed can not be above top speed'
/** True also while one of them is not known. */
export const cruisesWithin = ({ top_speed, cruising_speed }: Speeds) =>
  top_speed == null || cruising_speed == null || cruising_speed <= top_speed

const SPEEDS: readonly unknown[] = ['top_speed', 'cruising_speed']
const TOO_FAST = {
  path: ['cruising_speed'],
  message: CRUISES_TOO_FAST,
  // Said together with what is wrong with other fields.
  when: ({ issues }: { issues: readonly { path?: readonly unknown[] | undefined }[] }) =>
    !issues.some(({ path }) => SPEEDS.includes(path?.[0])),
}

export const VesselForm = VesselFields.refine(cruisesWithin, TOO_FAST)
export type VesselForm = z.infer<typeof VesselForm>
export const DEFAULT_IMPACT_LIMIT_G = 3

/** As many as anybody needs, and as few as every second of a trip can be held against. */
const MAX_IGNORED_PERIODS = 100

/** What is not given stays as it is. */
export const VesselEdit = VesselFields.partial().extend({
  ignored_fuel_data_periods: z.array(IgnoredFuelPeriodForm).max(MAX_IGNORED_PERIODS).optional(),
})
export type VesselEdit = z.infer<typeof VesselEdit>

/** Base64 or a data URL of at most 10 MB of picture. */
const Picture = z.string().max(14_000_000, 'Photo can not be more than 10 MB')

/** Every vessel of the caller's scope with its latest state: what the map starts from before it listens. By pages where a cursor is sent. */
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
    data: z.array(MapVessel),
    server_time: z.number(),
    next_cursor: z.string().nullable().optional(),
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
    kind: VesselFields.shape.kind.default('motor'),
    fuel_type: VesselFields.shape.fuel_type.default('petrol'),
    impact_limit: VesselFields.shape.impact_limit.default(DEFAULT_IMPACT_LIMIT_G),
    guidance_mode: VesselFields.shape.guidance_mode.default('auto'),
    dashboard_mode: VesselFields.shape.dashboard_mode.default('auto'),
    vessel_picture: Picture.optional(),
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
  body: VesselEdit.extend({ was: wasOf(VesselEdit) }),
  output: Vessel,
})
/**
 * She, her trips, alerts and comments leave every list and report, her samples are removed and her device is free again.
 * What her captains earned on her trips stays theirs.
 */
export const deleteVessel = endpoint({
  method: 'DELETE',
  path: '/api/vessels/:id',
  access: 'vessel:vessel-delete',
  forKeys: true,
  params: byId,
  output: z.object({ ok: z.literal(true) }),
})
export const uploadVesselImage = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/upload_image',
  access: 'vessel:vessel-edit',
  params: byId,
  body: z.object({ encoded_picture: Picture }),
  output: Vessel,
})
export const removeVesselImage = endpoint({
  method: 'DELETE',
  path: '/api/vessels/:id/remove_image',
  access: 'vessel:vessel-edit',
  params: byId,
  output: Vessel,
})

/** What all her trips come to. */
export const getVesselStatistics = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/statistics',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  output: TripFigures,
})

/** What she is doing this moment; `rog` is the speed recommended over ground, her safety speed. Null: not current. */
export const getVesselGeneral = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/general',
  access: 'vessel:vessel-view',
  forKeys: true,
  params: byId,
  output: z.object({
    last_updated: z.number().nullable(),
    cog: z.number().nullable(),
    sog: z.number().nullable(),
    sog_derived: z.boolean(),
    rog: z.number().nullable(),
    impact: z.number().nullable(),
    impact_time: z.number().nullable(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    measured_at: VesselLive.shape.measured_at,
  }),
})
export const getVesselLocation = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/location',
  access: 'vessel:vessel-view',
  forKeys: true,
  params: byId,
  output: z.object({
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    cog: z.number().nullable(),
    sog: z.number().nullable(),
    sog_derived: z.boolean(),
    last_updated: z.number().nullable(),
    measured_at: VesselLive.shape.measured_at,
  }),
})

export const Rejected = z.object({
  id: z.string(),
  device_id: z.string().nullable(),
  vessel_id: z.uuid().nullable(),
  received_at: z.iso.datetime(),
  reason: z.string(),
  detail: z.string(),
  count: z.int(),
})
/** What the gateway refused or set aside, so that an operator can see why data is missing. */
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
