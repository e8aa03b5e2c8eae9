import { z } from 'zod'
import { wrap180 } from '#contract/domain/units.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { oneLine } from '#contract/text/oneLine.ts'
import { byId, endpoint, page } from './endpoint.ts'

export const GEOFENCE_TYPES = ['circle', 'polygon', 'line'] as const
export const GEOFENCE_COLORS = ['BLUE', 'GREEN', 'RED', 'ORANGE'] as const

export const Geofence = z.object({
  id: z.uuid().describe('Identifier of the geofence, a UUID.'),
  name: z.string().describe('Name of the geofence.'),
  type: z.enum(GEOFENCE_TYPES).describe('Shape of the geofence: `circle`, `polygon` or `line`.'),
  coordinates: z
    .array(
      z.object({
        lat: z.number().describe('Latitude in degrees, −90 to 90, north positive.'),
        lon: z.number().describe('Longitude in degrees, −180 to 180, east positive.'),
      }),
    )
    .describe('Centre of a circle, corners of a polygon or points of a line, at most 1,000.'),
  radius: z
    .number()
    .nullable()
    .describe('Radius of a circle in metres, up to 5,000,000; null for other shapes.'),
  department_id: z.uuid().describe("Identifier of the geofence's department, a UUID."),
  department: z
    .object({
      id: z.uuid().describe('Identifier of the department, a UUID.'),
      name: z.string().describe('Name of the department.'),
    })
    .describe('Department that the geofence belongs to.'),
  is_harbor: z.boolean().describe('True if the geofence is a harbour.'),
  color: z.enum(GEOFENCE_COLORS).describe('Colour on the map: `BLUE`, `GREEN`, `RED` or `ORANGE`.'),
  modified_at: z.iso.datetime().describe('Time of the last change, ISO 8601 in UTC.'),
})
export type WireGeofence = z.infer<typeof Geofence>
/** A geofence inside: its coordinates have the inner names. */
export type Geofence = Omit<WireGeofence, 'coordinates'> & { coordinates: Position[] }

export const listGeofences = endpoint({
  method: 'GET',
  path: '/api/geofences',
  access: 'department:geofence-view',
  forKeys: true,
  list: {
    cursor: true,
    orders: ['name', 'modified_at'],
    usual: ['name', 'asc'],
    filters: {
      id: 'id',
      name: 'text',
      type: GEOFENCE_TYPES,
      is_harbor: 'boolean',
      department_id: 'department',
    },
  },
  output: page(Geofence),
})

const form = {
  name: oneLine()
    .min(1, 'Name is required')
    .max(50, 'Name can be at most 50 characters.')
    .describe('Name of the geofence, 1 to 50 characters.'),
  department_id: z
    .uuid('Department is required')
    .describe('Identifier of the department for the geofence, a UUID.'),
  is_harbor: z.boolean().describe('True if the geofence is a harbour.'),
  color: z.enum(GEOFENCE_COLORS).describe('Colour on the map: `BLUE`, `GREEN`, `RED` or `ORANGE`.'),
}
const shape = {
  coordinates: z
    .array(
      z.object({
        lat: z.number().min(-85).max(85).describe('Latitude in degrees, −85 to 85, north positive.'),
        lon: z.number().min(-180).max(180).describe('Longitude in degrees, −180 to 180, east positive.'),
      }),
    )
    .min(1)
    .max(1000)
    .describe('Centre of a circle, corners of a polygon or points of a line, at most 1,000.'),
  radius: z
    .number()
    .positive()
    .max(5_000_000)
    .nullable()
    .describe('Radius of a circle in metres, up to 5,000,000; null for other shapes.'),
}
const modified_at = z.iso.datetime()

export const GeofenceForm = z.object(form)
export type GeofenceShape = Pick<Geofence, 'type' | 'coordinates' | 'radius'>

/** Why a shape makes no fence, or null when it does. */
export function geofenceProblem({ type, coordinates, radius }: GeofenceShape, isHarbor: boolean) {
  const fewest = { circle: 1, line: 2, polygon: 3 }[type]
  if (coordinates.length < fewest) return `A ${type} needs at least ${fewest} points.`
  if (type === 'circle' && coordinates.length > 1) return 'A circle has one centre.'
  if ((type === 'circle') !== (radius !== null)) return 'A circle has a radius, and nothing else has one.'
  const outline = unwrapped(coordinates)
  const longitudesDeg = outline.map(({ longitudeDeg }) => longitudeDeg)
  if (Math.max(...longitudesDeg) - Math.min(...longitudesDeg) >= 180)
    return 'A geofence reaches less than half round the globe.'
  if (type === 'polygon' && !hasArea(outline)) return 'The corners of a polygon must not lie in one line.'
  if (
    type === 'line' &&
    outline.every(
      ({ latitudeDeg, longitudeDeg }) =>
        latitudeDeg === outline[0]?.latitudeDeg && longitudeDeg === outline[0].longitudeDeg,
    )
  )
    return 'The points of a line must lie in different places.'
  if (type === 'polygon' && crossesItself(outline)) return 'The outline of a polygon must not cross itself.'
  return type === 'line' && isHarbor ? 'Harbors are polygons or circles.' : null
}

/**
 * Continues longitudes past 180° from the first one, so that an outline over the antimeridian stays whole.
 */
const unwrapped = (places: readonly Position[]): Position[] =>
  places.map(({ latitudeDeg, longitudeDeg }) => ({
    latitudeDeg,
    longitudeDeg: (places[0]?.longitudeDeg ?? 0) + wrap180(longitudeDeg - (places[0]?.longitudeDeg ?? 0)),
  }))

/** In degrees, about ten centimetres: corners closer than this to the line between two others lie on it. */
const THINNEST_DEG = 1e-6

/** True when a corner lies off the line through the first corner and the one furthest from it. */
function hasArea(corners: readonly Position[]): boolean {
  const [first] = corners
  if (!first) return false
  const away = (to: Position) =>
    Math.hypot(to.latitudeDeg - first.latitudeDeg, to.longitudeDeg - first.longitudeDeg)
  const furthest = corners.reduce((most, corner) => (away(corner) > away(most) ? corner : most), first)
  const length = away(furthest)
  return corners.some(
    ({ latitudeDeg, longitudeDeg }) =>
      length > 0 &&
      Math.abs(
        (furthest.longitudeDeg - first.longitudeDeg) * (latitudeDeg - first.latitudeDeg) -
          (furthest.latitudeDeg - first.latitudeDeg) * (longitudeDeg - first.longitudeDeg),
      ) /
        length >
        THINNEST_DEG,
  )
}

/** Steps of the grid that corners lie on here, a degree: about a centimetre. On whole numbers sides are exact. */
const GRID_PER_DEG = 1e7

interface Corner {
  x: number
  y: number
}

/** True when edges meet anywhere but in the corner that two successive edges share. */
function crossesItself(outline: readonly Position[]): boolean {
  const all = outline.map(({ latitudeDeg, longitudeDeg }) => ({
    x: Math.round(longitudeDeg * GRID_PER_DEG),
    y: Math.round(latitudeDeg * GRID_PER_DEG),
  }))
  // A corner that was set twice, or the first one repeated at the end, adds no edge.
  const corners = all.filter((corner, i) => !isEqual(corner, all[(i + 1) % all.length] ?? corner))
  const edges = corners.map((from, i) => ({ from, to: corners[(i + 1) % corners.length] ?? from }))
  return edges.some((edge, i) =>
    edges.some((other, j) => {
      if (j <= i) return false
      if (j - i === 1) return turnsBack(edge.from, edge.to, other.to)
      if (j - i === edges.length - 1) return turnsBack(other.from, other.to, edge.to)
      return doMeet(edge.from, edge.to, other.from, other.to)
    }),
  )
}

const isEqual = (a: Corner, b: Corner) => a.x === b.x && a.y === b.y

/** True for a spike: the edge after a corner lies on the edge before it. */
const turnsBack = (a: Corner, corner: Corner, b: Corner) =>
  side(a, corner, b) === 0 && (a.x - corner.x) * (b.x - corner.x) + (a.y - corner.y) * (b.y - corner.y) > 0

/** Whether two edges have a point in common. Edges in one line meet only where their extents do. */
function doMeet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  return (
    doOverlap(a.x, b.x, c.x, d.x) &&
    doOverlap(a.y, b.y, c.y, d.y) &&
    side(a, b, c) * side(a, b, d) <= 0 &&
    side(c, d, a) * side(c, d, b) <= 0
  )
}

const doOverlap = (a: number, b: number, c: number, d: number) =>
  Math.max(Math.min(a, b), Math.min(c, d)) <= Math.min(Math.max(a, b), Math.max(c, d))

/** Share of the products below which their difference may be rounding alone. */
const UNSURE_SHARE = 1e-14

/** On which side of a line a corner lies: 1 to the left, −1 to the right, 0 on it. */
function side(a: Corner, b: Corner, p: Corner): number {
  const first = (b.x - a.x) * (p.y - a.y)
  const second = (b.y - a.y) * (p.x - a.x)
  const difference = first - second
  if (Math.abs(difference) > UNSURE_SHARE * (Math.abs(first) + Math.abs(second))) return Math.sign(difference)
  const exact = BigInt(b.x - a.x) * BigInt(p.y - a.y) - BigInt(b.y - a.y) * BigInt(p.x - a.x)
  return exact > 0n ? 1 : exact < 0n ? -1 : 0
}

/** With createRule an alert is raised whenever a vessel crosses it. */
export const createGeofence = endpoint({
  method: 'POST',
  path: '/api/geofences',
  access: 'department:geofence-create',
  forKeys: true,
  further: { 'department:rule-create': 'With createRule it' },
  body: z.object({
    ...form,
    is_harbor: form.is_harbor.default(false).describe('True if the geofence is a harbour.'),
    color: form.color.default('BLUE').describe('Colour on the map: `BLUE`, `GREEN`, `RED` or `ORANGE`.'),
    ...shape,
    radius: shape.radius
      .default(null)
      .describe('Radius of a circle in metres, up to 5,000,000; null for other shapes.'),
    type: z.enum(GEOFENCE_TYPES).describe('Shape of the geofence: `circle`, `polygon` or `line`.'),
    createRule: z
      .boolean()
      .default(true)
      .describe('True also creates a rule that raises an alert at each crossing.'),
    modified_at: modified_at
      .optional()
      .describe('Time of the last change, which the server ignores for a new geofence.'),
  }),
  output: Geofence,
})
/**
 * Absent fields stay unchanged; a circle stays a circle. `modified_at` is the time of the copy that the
 * caller edited. The call fails with `conflict` when another user has changed the geofence since; the message
 * names the change.
 */
export const updateGeofence = endpoint({
  method: 'PUT',
  path: '/api/geofences/:id',
  access: 'geofence:geofence-edit',
  forKeys: true,
  params: byId,
  body: z
    .object({ ...form, ...shape })
    .partial()
    .extend({
      modified_at: modified_at.describe(
        "The geofence's `modified_at` as the caller last read it; the call fails with `conflict` if it changed since.",
      ),
    }),
  output: Geofence,
})
/**
 * Rules that are deleted with the fence must be about it. Other rules without a remaining geofence are
 * disabled.
 */
export const deleteGeofence = endpoint({
  method: 'DELETE',
  path: '/api/geofences/:id',
  access: 'geofence:geofence-edit',
  forKeys: true,
  further: { 'rule:rule-delete': 'With rule_ids it' },
  params: byId,
  body: z.object({
    rule_ids: z
      .array(z.uuid())
      .max(1000)
      .default([])
      .describe('Identifiers of rules to disable with the geofence, UUIDs.'),
  }),
  output: z.object({
    ok: z.literal(true).describe('Always `true`: the call succeeded.'),
    disabled_rules: z
      .array(
        z.object({
          id: z.uuid().describe('Identifier of the disabled rule, a UUID.'),
          message: z.string().nullable().describe('Message of the disabled rule; null without one.'),
        }),
      )
      .describe('Rules that had no other geofence and are now disabled.'),
  }),
})
