/** What stands on the helm of one vessel besides her live values: her limits, her trip and who has the helm. */
import { z } from 'zod'
import { Alert } from './alert.ts'
import { byId, endpoint } from './endpoint.ts'

const Named = z.object({ id: z.uuid(), name: z.string() })

/** Somebody at the helm of a trip, from when until when; null ends go on. */
export const HelmSpan = z.object({
  captain: Named.nullable(),
  from: z.iso.datetime(),
  to: z.iso.datetime().nullable(),
})
export type HelmSpan = z.infer<typeof HelmSpan>

/** The speed to keep over ground and why; `from` and `to` are the ends of the eco band. All in kn. */
export const Guidance = z.object({
  mode: z.enum(['safety', 'eco', 'auto']),
  speed: z.number(),
  /** The limit that people set, or the speed of the least consumption. */
  reason: z.enum(['safety', 'eco']),
  eco: z.object({ speed: z.number(), from: z.number(), to: z.number() }).nullable(),
})
export type Guidance = z.infer<typeof Guidance>

/** What was raised on her and concerns whoever has the helm. */
export const HelmAlert = Alert.pick({
  id: true,
  severity: true,
  type: true,
  text: true,
  trigger_time: true,
}).extend({
  /** When it leaves by itself; null: when somebody has acknowledged it. */
  until: z.iso.datetime().nullable(),
  /** Whether the device at the helm says it by itself too, outside the page. */
  native_banner: z.boolean(),
})
export type HelmAlert = z.infer<typeof HelmAlert>

export const Helm = z.object({
  vessel: Named.extend({ impact_limit: z.number(), safety_speed_limit: z.number().nullable() }),
  /** Who has the helm: of the trip under way, or who took it since the last one. */
  captain: Named.nullable(),
  /** The trip under way, null at rest. */
  trip: z.object({ id: z.uuid(), start_time: z.iso.datetime() }).nullable(),
  spans: z.array(HelmSpan),
  /** The organization wants a captain named, a trip is under way and nobody is. */
  must_choose: z.boolean(),
  /** Null where the organization has no route guidance or nothing to guide by. */
  guidance: Guidance.nullable(),
  /** Of this trip, or of the last hour, which nobody has acknowledged; the worst first, twenty at most. */
  alerts: z.array(HelmAlert),
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
/** From now on this captain has the helm, and is the captain of the trip that is under way. Null: nobody. */
export const takeHelm = endpoint({
  method: 'PUT',
  path: '/api/vessels/:id/helm',
  access: 'vessel:trip-assign-captain',
  forKeys: true,
  params: byId,
  body: z.object({ captain_id: z.uuid().nullable() }),
  output: Helm,
})
/** Who had the helm during a trip, one after the other. */
export const listTripHelm = endpoint({
  method: 'GET',
  path: '/api/trips/:id/helm',
  access: 'vessel:trip-view',
  forKeys: true,
  params: byId,
  output: z.object({ data: z.array(HelmSpan) }),
})
