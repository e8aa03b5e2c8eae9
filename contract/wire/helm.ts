/** Content of the helm screen of one vessel besides her live values: her limits, her trip and her captain. */
import { z } from 'zod'
import { Alert } from './alert.ts'
import { byId, endpoint } from './endpoint.ts'

const Named = z.object({
  id: z.uuid().describe('Identifier of the captain or vessel, a UUID.'),
  name: z.string().describe('Name of the captain or vessel.'),
})

/** A captain at the helm of a trip, with start and end; a null end is open. */
export const HelmSpan = z.object({
  captain: Named.nullable().describe('Captain at the helm; null for no captain.'),
  from: z.iso.datetime().describe('Start of the time at the helm, ISO 8601 in UTC.'),
  to: z.iso
    .datetime()
    .nullable()
    .describe('End of the time at the helm, ISO 8601 in UTC; null while it continues.'),
})
export type HelmSpan = z.infer<typeof HelmSpan>

/** The speed to keep over ground and why; `from` and `to` are the ends of the eco band. All in kn. */
export const Guidance = z.object({
  mode: z
    .enum(['safety', 'eco', 'auto'])
    .describe('Setting of the vessel: `safety`, `eco`, or `auto` for the lower speed of both.'),
  speed: z.number().describe('Recommended speed over ground in knots.'),
  reason: z
    .enum(['safety', 'eco'])
    .describe(
      'Speed that the recommendation follows: `safety` for the safety speed, `eco` for the eco speed.',
    ),
  eco: z
    .object({
      speed: z.number().describe('Speed with the least fuel per mile, in knots.'),
      from: z.number().describe('Lower end of the eco band, in knots.'),
      to: z.number().describe('Upper end of the eco band, in knots.'),
    })
    .nullable()
    .describe('Speed with the least fuel per mile and its band; null if unknown.'),
})
export type Guidance = z.infer<typeof Guidance>

/** Alert of the vessel that concerns the user at the helm. */
export const HelmAlert = Alert.pick({
  id: true,
  severity: true,
  type: true,
  text: true,
  trigger_time: true,
}).extend({
  until: z.iso
    .datetime()
    .nullable()
    .describe('Time when the alert leaves the helm display, ISO 8601 in UTC; null until it is acknowledged.'),
  native_banner: z.boolean().describe('True if the device at the helm also shows its own notification.'),
})
export type HelmAlert = z.infer<typeof HelmAlert>

export const Helm = z.object({
  vessel: Named.extend({
    impact_limit: z.number().describe('Impact limit of the vessel in g: impacts above it are red.'),
    safety_speed_limit: z
      .number()
      .nullable()
      .describe('Safety speed limit of the vessel in knots; null if not set.'),
  }).describe('Vessel of the helm, with its limits.'),
  captain: Named.nullable().describe('Captain who has the helm now; null for no captain.'),
  trip: z
    .object({
      id: z.uuid().describe('Identifier of the trip, a UUID.'),
      start_time: z.iso.datetime().describe('Start of the trip, ISO 8601 in UTC.'),
    })
    .nullable()
    .describe('Trip under way; null at rest.'),
  spans: z.array(HelmSpan).describe('Captains at the helm during the trip, in order.'),
  must_choose: z
    .boolean()
    .describe('True if the organization requires a captain and the trip under way has none.'),
  guidance: Guidance.nullable().describe(
    'Speed recommendation; null without route guidance or a known speed.',
  ),
  alerts: z
    .array(HelmAlert)
    .describe('Unacknowledged alerts of this trip or the last hour, at most 20, worst first.'),
})
export type Helm = z.infer<typeof Helm>

export const getHelm = endpoint({
  method: 'GET',
  path: '/api/vessels/:id/helm',
  access: 'vessel:vessel-view',
  forKeys: true,
  params: byId,
  output: Helm,
})
/** Gives the helm to this captain from now on, who also becomes the captain of the current trip. Null: no captain. */
export const takeHelm = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/helm',
  access: 'vessel:trip-assign-captain',
  forKeys: true,
  params: byId,
  body: z.object({
    captain_id: z
      .uuid()
      .nullable()
      .describe('Identifier of the captain who takes the helm, a UUID; null for no captain.'),
  }),
  output: Helm,
})
/** Captains who had the helm during a trip, one after the other. */
export const listTripHelm = endpoint({
  method: 'GET',
  path: '/api/trips/:id/helm',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  output: z.object({ data: z.array(HelmSpan).describe('Captains at the helm during the trip, in order.') }),
})
