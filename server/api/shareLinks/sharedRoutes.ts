import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SECOND_US } from '#contract/domain/time.ts'
import { WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { listComments } from '#contract/wire/comment.ts'
import { type AnyEndpoint, NIL_ID, type OutputOf, SHARED_API, sharedPathOf } from '#contract/wire/endpoint.ts'
import { Problem } from '#contract/wire/errors.ts'
import { IMAGE_SIZES } from '#contract/wire/image.ts'
import { fetchImpactReport } from '#contract/wire/impact.ts'
import { isoOf, measuredUs } from '#contract/wire/instant.ts'
import { listModels } from '#contract/wire/model.ts'
import { listTripSensors } from '#contract/wire/sensor.ts'
import { fetchFuelStatistics, fetchSafetyStatistics } from '#contract/wire/statistics.ts'
import { fetchPaths, fetchTimeSeries } from '#contract/wire/timeSeries.ts'
import { getTrip, type Trip } from '#contract/wire/trip.ts'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import type { Caller } from '#server/access/caller.ts'
import { hashOfKey } from '#server/access/hashOfKey.ts'
import { timeSeries } from '#server/analytics/timeSeries.ts'
import { tripPath } from '#server/analytics/tripPath.ts'
import { nameOrganization } from '#server/platform/organizationAtWork.ts'
import { sensorSettingsOf } from '#server/records/sensors.ts'
import {
  countShared,
  findShared,
  type SharedTrip,
  sharedComments,
  sharedImageKey,
  showsName,
} from '#server/records/shareLinks.ts'
import { findModelled } from '#server/records/vesselModels.ts'
import type { VesselInterval } from '#server/telemetry/vesselInterval.ts'
import { checkAnswer, sendAnswer } from '../answerInTurns.ts'
import { linkTokenOf } from '../bearerOf.ts'
import { toComment } from '../comments/toComment.ts'
import { imageFile } from '../images/imageFiles.ts'
import { keepPrivate } from '../keepPrivate.ts'
import { answerAsConsole, callByLink } from '../linkCalls.ts'
import { modelFile, toModel } from '../models/toModel.ts'
import { PUBLIC_LIMIT } from '../publicLimit.ts'
import type { Call, Services } from '../serve.ts'

/** Time before and after an impact that a link to this impact alone shows, in microseconds. */
const AROUND_EVENT_US = 120 * SECOND_US
/** Distance at which an impact names near vessels, as in the console, whatever the request asks for. */
const NEARBY_M = 25

interface Held extends SharedTrip {
  token: string
  /** Interval of the link; its calls reveal no measurement outside of it. */
  interval: VesselInterval
}

/** A call of the console that the holder of a link may make. */
interface SharedRoute {
  endpoint: AnyEndpoint
  answer(call: Call<AnyEndpoint>, held: Held): Promise<unknown>
}

function shared<E extends AnyEndpoint>(
  endpoint: E,
  answer: (call: Call<E>, held: Held) => Promise<OutputOf<E>>,
): SharedRoute {
  return { endpoint, answer: answer as unknown as SharedRoute['answer'] }
}

const SHARED: readonly SharedRoute[] = [
  shared(getTrip, async (call, held) => {
    requireTrip(held, call.params.id)
    const trip = await answerAsConsole(getTrip, call)
    return withoutPeople(trip, held, await countShared(call.db, held))
  }),
  shared(fetchPaths, async (call, held) => {
    for (const id of call.body.trip_ids) requireTrip(held, id)
    if (held.link.eventUs === null) return answerAsConsole(fetchPaths, call)
    const points = await tripPath(call.telemetry, held.interval, call.body.points)
    return { data: [{ trip_id: held.record.trip.id, points: points.map(positionToWire) }] }
  }),
  shared(fetchTimeSeries, async ({ db, telemetry, body }, held) => {
    const { trip_id, vessel_id, start_time, end_time } = body.filters
    requireTrip(held, trip_id)
    const { vessel } = held.record
    if (vessel_id !== undefined && vessel_id !== vessel.id) throw new Problem('not_found')
    const from = start_time === undefined ? held.interval.fromUs : measuredUs('start_time', start_time)
    const to = end_time === undefined ? held.interval.toUs : measuredUs('end_time', end_time) - 1
    const fromUs = Math.max(from, held.interval.fromUs)
    const toUs = Math.min(to, held.interval.toUs)
    // Before it, after it, and times that end before they begin.
    if (toUs < fromUs) throw new Problem('not_found')
    const interval = { vesselNumber: vessel.number, fromUs, toUs }
    return { data: await timeSeries(telemetry, interval, body, () => sensorSettingsOf(db, vessel.id)) }
  }),
  shared(fetchImpactReport, async (call, held) => {
    requireTrip(held, call.params.id)
    const body = { ...call.body, nearby_vessels_threshold_meters: NEARBY_M }
    const named = await answerAsConsole(fetchImpactReport, { ...call, body })
    const report = showsName(held.link, 'nearby') ? named : withoutNearbyNames(named)
    if (held.link.eventUs === null) return report
    const eventMs = Math.floor(held.link.eventUs / 1000)
    const events = report.impact_events.filter(
      ({ peak_impact_time }) => Date.parse(peak_impact_time) === eventMs,
    )
    // Counts of impacts per sensor would reveal the other impacts.
    const measured = new Map(
      events.flatMap(({ impacts }) => impacts.map((one) => [one.bq_sensor_id, one.peak_impact])),
    )
    const sensors = report.sensors
      .filter(({ bq_sensor_id }) => measured.has(bq_sensor_id))
      .map((sensor) => ({
        ...sensor,
        impact_count: 1,
        peak_impact: measured.get(sensor.bq_sensor_id) ?? null,
      }))
    return { ...report, sensors, impact_events: events }
  }),
  shared(listTripSensors, async (call, held) => {
    requireTrip(held, call.params.id)
    const { data } = await answerAsConsole(listTripSensors, call)
    return { data, total: data.length }
  }),
  shared(fetchSafetyStatistics, async (call, held) => {
    const asked = { ...call, body: ofTrip(call.body, held) }
    return answerAsConsole(fetchSafetyStatistics, asked)
  }),
  shared(fetchFuelStatistics, async (call, held) => {
    const asked = { ...call, body: ofTrip(call.body, held) }
    return answerAsConsole(fetchFuelStatistics, asked)
  }),
  shared(listComments, async ({ db, query }, held) => {
    const rows = await sharedComments(db, held, query)
    const data = rows.map((row) => {
      const comment = toComment(row)
      return {
        ...comment,
        ...(showsName(held.link, 'commenters') ? {} : { user: UNNAMED, api_key: null }),
        image_references: comment.image_references.map((image) => ({
          ...image,
          original_url: imageUrl(held, image.id, 'original'),
          thumbnail_url: imageUrl(held, image.id, 'thumbnail'),
        })),
      }
    })
    return { data, total: await countShared(db, held) }
  }),
  shared(listModels, async ({ db }, held) => {
    const found = await findModelled(db, wholeOf(held), held.record.vessel.id)
    const model = found?.model
    if (!found || !model) return { data: [], total: 0 }
    const url = `${SHARED_API}/${held.token}/model/${model.fileKey}.glb`
    return { data: [{ ...toModel({ ...found, name: vesselNameIn(held) }, model), url }], total: 1 }
  }),
]

/**
 * Calls for holders of a link: these and no others, each on the trip of the link. The answer is equal for an
 * unknown, expired or revoked link.
 */
export function sharedRoutes(app: FastifyInstance, services: Services): void {
  for (const { endpoint, answer } of SHARED) {
    app.route({
      method: endpoint.method,
      url: sharedPathOf(endpoint),
      config: { rateLimit: PUBLIC_LIMIT, problems: PROBLEMS },
      async handler(request, reply) {
        keepPrivate(reply)
        const held = await heldBy(services, request, linkTokenOf(request))
        const call = callByLink(services, endpoint, request, reply, holderOf(held))
        return await sendAnswer(reply, await checkAnswer(endpoint.output, await answer(call, held)))
      },
    })
  }
  const limited = { config: { rateLimit: PUBLIC_LIMIT } }
  // Requests that the browser makes by itself carry no header.
  app.get(`${SHARED_API}/:token/images/:id/:size`, limited, async (request, reply) => {
    keepPrivate(reply)
    const asked = ImageAsked.safeParse(request.params)
    if (!asked.success) throw new Problem('not_found')
    const held = await heldBy(services, request, asked.data.token)
    const key = await sharedImageKey(services.db, held, asked.data.id)
    const image = key === null ? null : await services.files.get(imageFile(key, asked.data.size))
    if (!image) throw new Problem('not_found')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('content-disposition', 'inline; filename="image.jpg"')
    return reply.type('image/jpeg').send(image)
  })
  app.get(`${SHARED_API}/:token/model/:file`, limited, async (request, reply) => {
    keepPrivate(reply)
    const asked = ModelAsked.safeParse(request.params)
    if (!asked.success) throw new Problem('not_found')
    const held = await heldBy(services, request, asked.data.token)
    const found = await findModelled(services.db, wholeOf(held), held.record.vessel.id)
    const model = found?.model
    if (!model || asked.data.file !== `${model.fileKey}.glb`) throw new Problem('not_found')
    const content = await services.files.get(modelFile(model.fileKey))
    if (!content) throw new Problem('not_found')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('content-disposition', 'attachment; filename="model.glb"')
    return reply.type('model/gltf-binary').send(content)
  })
}

const token = z.string().max(200)
const ImageAsked = z.object({ token, id: z.uuid(), size: z.enum(IMAGE_SIZES) })
const ModelAsked = z.object({ token, file: z.string() })
const PROBLEMS = [
  'invalid',
  'not_found',
  'TOO_MANY_POINTS',
  'too_many',
  'too_large',
  'internal',
  'unavailable',
] as const

/** Waits for the turn of the organization whose trip the link shows. */
async function heldBy(
  { db, clock, turns }: Services,
  request: FastifyRequest,
  token: string | undefined,
): Promise<Held> {
  const found = token ? await findShared(db, hashOfKey(token), new Date(clock.nowMs())) : null
  if (!found || !token) throw new Problem('not_found')
  const { link, record } = found
  nameOrganization(record.trip.organizationId)
  await turns.take(request)
  const { startUs, endUs, lastRecordUs } = record.trip
  const [fromUs, toUs] = [startUs, endUs ?? lastRecordUs]
  const around =
    link.eventUs === null
      ? { fromUs, toUs }
      : {
          fromUs: Math.max(fromUs, link.eventUs - AROUND_EVENT_US),
          toUs: Math.min(toUs, link.eventUs + AROUND_EVENT_US),
        }
  return { ...found, token, interval: { vesselNumber: record.vessel.number, ...around } }
}

/** Caller without identity who sees one trip: these calls read only the caller's scope. */
function holderOf({ record }: Held): Caller {
  const { organizationId, id: tripId } = record.trip
  const scope = { organizationId, departmentIds: null, tripId }
  return { organizationId, scope, units: WIRE_UNITS } as unknown as Caller
}

/** Accepts the present id, or the id with which the link was made. */
function requireTrip({ link, record }: Held, id: string | undefined): void {
  if (id !== record.trip.id && id !== link.tripId) throw new Problem('not_found')
}

/** Figures of the trip alone, whatever vessel, captain or time is requested; none for an impact link. */
function ofTrip<Asked extends { trip_id?: string | undefined; request_type: 'trip' | 'agg' }>(
  asked: Asked,
  held: Held,
): Asked {
  if (held.link.eventUs !== null || asked.request_type !== 'trip') throw new Problem('not_found')
  requireTrip(held, asked.trip_id)
  return asked
}

/** Author of a comment without a name, which keeps the form of a user. */
const UNNAMED = { id: NIL_ID, name: '', profile_picture_url: null }

/** Empty where the link does not show the boat's name. */
const vesselNameIn = ({ link, record }: Held) => (showsName(link, 'vessel') ? record.vessel.name : '')

const withoutNearbyNames = (
  report: OutputOf<typeof fetchImpactReport>,
): OutputOf<typeof fetchImpactReport> => ({
  ...report,
  impact_events: report.impact_events.map((event) => ({
    ...event,
    nearby_vessels: event.nearby_vessels.map((near) => ({ ...near, name: null })),
  })),
})

const wholeOf = ({ link }: Held) => ({ organizationId: link.organizationId, departmentIds: null })

const imageUrl = ({ token }: Held, id: string, size: string) => `${SHARED_API}/${token}/images/${id}/${size}`

/** Removes captain, alerts and unchosen names from a shared trip; an impact link shows only the boat and the time. */
function withoutPeople(trip: Trip, held: Held, comments: number): Trip {
  const { link, interval } = held
  const shown = {
    ...trip,
    company_id: NIL_ID,
    vessel: { ...trip.vessel, name: vesselNameIn(held), department_id: NIL_ID },
    captain_id: null,
    captain: null,
    ...{ num_alerts: 0, num_critical_alerts: 0, num_warning_alerts: 0, num_info_alerts: 0 },
    num_comments: comments,
  }
  if (link.eventUs === null) return shown
  const figures = Object.entries(trip.stats).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? false : Array.isArray(value) ? [] : null,
  ])
  return {
    ...shown,
    start_time: isoOf(interval.fromUs),
    end_time: isoOf(interval.toUs),
    live: false,
    start_cause: 'moving',
    end_cause: null,
    weather_source: null,
    stats: {
      ...(Object.fromEntries(figures) as Trip['stats']),
      time_of_last_data_point: isoOf(interval.toUs),
      duration: (interval.toUs - interval.fromUs) / SECOND_US / 60,
      distance: 0,
    },
  }
}
