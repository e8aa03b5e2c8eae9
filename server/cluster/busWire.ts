/** Messages that processes send each other over the bus, as JSON. */
import { z } from 'zod'
import type { Fix } from '#contract/domain/reading.ts'
import { SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { VesselLive } from '#contract/wire/vessel.ts'
import { type AppendedInterval, type BusEvent, JOBS } from '#server/platform/events.ts'
import { partitionOf } from '#server/platform/partitions.ts'

/** Events that other processes receive; `events.missed` concerns one process alone. */
export type SharedEvent = Exclude<BusEvent, { type: 'events.missed' }>
export type SharedEventType = SharedEvent['type']

const id = z.string().min(1).max(100)
const us = z.number()
const span = { fromUs: us, toUs: us }
const ofVessel = { organizationId: id, departmentId: id, vesselId: id }
const known = new Set(Object.keys(SERIES))

const fixFields = {
  timeUs: us,
  latitudeDeg: z.number(),
  longitudeDeg: z.number(),
  hdop: z.number().nullable(),
  valid: z.boolean(),
  source: z.number().optional(),
} satisfies Record<keyof Fix, z.ZodType>

/** Newest values; a process of another version may send unknown series, which are dropped. */
const Newest = z
  .record(z.string(), z.tuple([us, z.number()], z.number()))
  .transform(
    (newest) =>
      Object.fromEntries(Object.entries(newest).filter(([key]) => known.has(key))) as Partial<
        Record<SeriesKey, [number, number, number?]>
      >,
  )

const VesselInterval = z.object({
  vesselNumber: z.int(),
  ...span,
  motion: z.array(z.object(span)),
  maxSogMps: z.number().nullable(),
  lastFixes: z.array(z.object(fixFields)),
  newest: Newest,
})

const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('readings.appended'), intervals: z.array(VesselInterval) }),
  z.object({ type: z.literal('vessel.moved'), ...ofVessel, live: VesselLive }),
  z.object({ type: z.enum(['vessel.changed', 'helm.changed']), ...ofVessel }),
  z.object({ type: z.enum(['trip.started', 'trip.changed', 'trip.ended']), ...ofVessel, tripId: id }),
  z.object({ type: z.enum(['alert.raised', 'alert.changed']), ...ofVessel, alertId: id }),
  z.object({ type: z.literal('device.changed'), deviceId: id }),
  z.object({
    ...{ type: z.literal('device.connected'), deviceId: id, gateway: id },
    forMs: z.number().default(0),
    signedInMs: z.number().optional(),
  }),
  z.object({ type: z.enum(['sensors.turned', 'trips.corrected']), vesselNumber: z.int(), ...span }),
  z.object({
    ...{ type: z.literal('recomputation.asked'), vesselNumber: z.int() },
    step: z.enum(['voyages', 'sensors']),
  }),
  z.object({ type: z.enum(['basemap.changed', 'exports.changed', 'logs.changed']) }),
  z.object({ type: z.enum(['rules.changed', 'charts.changed', 'organization.changed']), organizationId: id }),
  z.object({ type: z.literal('rights.changed'), userId: id.nullable() }),
  z.object({ type: z.literal('job.wanted'), job: z.enum(JOBS) }),
  z.object({
    ...{ type: z.literal('work.waits'), from: id, partitions: z.array(z.int()) },
    vessels: z.array(z.object({ vesselNumber: z.int(), spans: z.array(z.object(span)) })),
    steps: z.array(z.object({ step: id, waiting: z.number(), lagS: z.number(), failures: z.number() })),
  }),
  z.object({
    ...{ type: z.literal('samples.stored'), from: id },
    stored: z.array(z.object({ vesselNumber: z.int(), ...span, isNewSource: z.boolean() })),
  }),
  z.object({
    ...{ type: z.literal('preparation.progressed'), what: z.string().max(200) },
    ...{ done: z.number(), total: z.number() },
    expected: z.object({ organizationId: id, ...span }).optional(),
  }),
])

/** `count`: how many messages of its topic this process has published, this one with them. */
const Envelope = z.object({ from: id, count: z.int().positive(), event: Event })

/**
 * How many messages of each topic a process has published; `isLeaving` when these were all. `lostSinceMs`: since when, epoch ms,
 * its events may not have left it, while it was cut off a moment ago. `database` names the database of its installation.
 */
const Presence = z.object({
  from: id,
  database: id,
  lostSinceMs: z.number().optional(),
  counts: z.record(z.string(), z.int().nonnegative()),
  isLeaving: z.boolean(),
})

export type Envelope = { from: string; count: number; event: SharedEvent }
export type Presence = z.infer<typeof Presence>

/** Vessels in one message. */
const MOST_VESSELS = 100
/** Above this number, one longer interval costs less than the list. */
const MOST_MOTION = 20

/** Events about many vessels that each process needs for its own vessels alone. */
export const PARTITIONED = ['readings.appended', 'samples.stored'] as const satisfies SharedEventType[]
export type PartitionedType = (typeof PARTITIONED)[number]

export const isPartitioned = (type: SharedEventType): type is PartitionedType =>
  (PARTITIONED as readonly SharedEventType[]).includes(type)

/** `topic`: the type of the event, and for partitioned events the partition of its vessels: `readings.appended.12`. */
interface BusMessage {
  topic: string
  event: SharedEvent
}

export const topicOf = (type: PartitionedType, partition: number) => `${type}.${partition}`

/**
 * Messages for an event. Stored data stays in the store. Events about many vessels are split by partition, and further, so
 * that none exceeds a broker's limit.
 */
export function toMessages(event: SharedEvent): BusMessage[] {
  if (event.type === 'readings.appended') {
    const intervals = event.intervals.map(({ readings: _, ...interval }) => ({
      ...interval,
      motion: few(interval.motion),
    }))
    return byPartition(event.type, intervals, (some) => ({ type: event.type, intervals: some }))
  }
  if (event.type === 'samples.stored')
    return byPartition(event.type, event.stored, (stored) => ({ ...event, stored }))
  return [{ topic: event.type, event }]
}

function byPartition<One extends { vesselNumber: number }>(
  type: PartitionedType,
  all: readonly One[],
  eventOf: (some: One[]) => SharedEvent,
): BusMessage[] {
  const messages: BusMessage[] = []
  for (const [partition, own] of Map.groupBy(all, ({ vesselNumber }) => partitionOf(vesselNumber)))
    for (let i = 0; i < own.length; i += MOST_VESSELS)
      messages.push({ topic: topicOf(type, partition), event: eventOf(own.slice(i, i + MOST_VESSELS)) })
  return messages
}

function few(motion: AppendedInterval['motion']): AppendedInterval['motion'] {
  if (motion.length <= MOST_MOTION) return motion
  return [
    {
      fromUs: Math.min(...motion.map(({ fromUs }) => fromUs)),
      toUs: Math.max(...motion.map(({ toUs }) => toUs)),
    },
  ]
}

/** Null where it is no news that this version understands. */
export const parseEvent = (text: string): Envelope | null => read(Envelope, text) as Envelope | null

export const readPresence = (text: string): Presence | null => read(Presence, text)

function read<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
