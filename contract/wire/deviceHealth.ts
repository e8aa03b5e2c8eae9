/** Report of a program on board about itself, its link and what still waits on its disk. */
import { z } from 'zod'

const Count = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
const Time = z.number().nullable()

/** Limit of the intervals of one class in a report. */
export const MOST_INTERVALS = 24
/** Limit of the parts that people may ask of one boat at a time. */
export const MOST_ASKED = 16

const DataInterval = z.object({
  from: Count.describe('Time of the first message, in milliseconds since 1970 UTC.'),
  to: Count.describe('Time of the last message, in milliseconds since 1970 UTC.'),
  bytes: Count.describe('Size on disk, in bytes.'),
})
export type DataInterval = z.infer<typeof DataInterval>

const Waiting = z.object({
  records: Count.describe('Number of messages of this class.'),
  bytes: Count.describe('Size on the disk of the boat, in bytes.'),
  from: Time.describe('Time of the oldest message, in milliseconds since 1970 UTC; null if none or unknown.'),
  to: Time.describe('Time of the newest message, in milliseconds since 1970 UTC; null if none or unknown.'),
  intervals: z
    .array(DataInterval)
    .max(MOST_INTERVALS)
    .optional()
    .describe('When these messages were measured, oldest first; absent if the program does not report it.'),
})

/** Amounts by urgency: `now` is sent first, `on_demand` last. */
const byClass = (of: string) =>
  z
    .object({
      now: Waiting.describe('Positions, states, alerts, and one message a minute of every kind.'),
      later: Waiting.describe('Each kind once a second.'),
      on_demand: Waiting.describe('Everything faster, such as motion.'),
    })
    .describe(of)

export const DeviceHealth = z.object({
  software: z.string().max(64).describe('Name and version of the program on board.'),
  clock_offset: z
    .number()
    .nullable()
    .describe('Clock of the computer on board minus the time of its messages, in ms; null if unknown.'),
  clock_origin: z
    .enum(['gnss', 'system', 'server'])
    .nullable()
    .describe('Source of the time of messages; null while they wait for one.'),
  waiting: byClass('Data that are still on board.'),
  dropped: byClass('Data lost on board for lack of disk, since the program was installed.'),
  asked: z
    .array(
      z.object({
        id: z.uuid().describe('Identifier of the request, as in the answer to an earlier report.'),
        waiting_bytes: Count.describe('Size of the detail of the requested time that is still on board.'),
        dropped: z.boolean().describe('True if detail of that time was lost for lack of disk.'),
      }),
    )
    .max(MOST_ASKED)
    .optional()
    .describe('Progress of the parts of trips whose detail people asked for.'),
  damaged: Count.describe('Messages that the disk of the boat damaged.'),
  refused: z
    .record(z.string().max(64), Count)
    .refine((reasons) => Object.keys(reasons).length <= 32)
    .describe('Number of values and messages that were refused since the start of the program, by reason.'),
  link_rate: Count.nullable().describe('Speed of the last uploads, in bytes per second; null before any.'),
  link_budget: Count.nullable()
    .optional()
    .describe('Bytes per second that the owner allows on average; null without a limit.'),
  disk_used_bytes: Count.describe('Size of what waits, in bytes.'),
  disk_limit_bytes: Count.describe('Most bytes that may wait.'),
  disk_free_bytes: Count.nullable().describe('Free bytes of the disk; null if unknown.'),
  disk_error: z.string().max(200).nullable().describe('Last failure of the disk; null while it works.'),
  battery: z.number().min(0).max(1).nullable().describe('Charge of the battery, 0 to 1; null without one.'),
  load: Count.nullable().describe('Load of the last minute, divided by the number of cores.'),
  memory_bytes: Count.describe('Memory of the program, in bytes.'),
  uptime_s: Count.describe('Time since the computer started, in seconds.'),
  sources: z
    .array(
      z.object({
        name: z.string().max(200).describe('Address of the source.'),
        connected: z.boolean().describe('True while it is connected.'),
        silent_s: Count.nullable().describe('Seconds since its last message; null before the first.'),
        error: z.string().max(200).nullable().describe('Its last failure; null while it works.'),
      }),
    )
    .max(32)
    .describe('Inputs of the program.'),
})
export type DeviceHealth = z.infer<typeof DeviceHealth>

/**
 * Time in which the boat sends so many bytes, in minutes: at the speed of its link, or at what its owner allows. Null while no
 * speed is known.
 */
export function minutesToSend(
  bytes: number,
  { link_rate, link_budget }: Pick<DeviceHealth, 'link_rate' | 'link_budget'>,
): number | null {
  return link_rate ? bytes / Math.min(link_rate, link_budget ?? link_rate) / 60 : null
}

/** Size of everything that is still on board, in bytes. */
export const waitingBytes = ({ waiting }: Pick<DeviceHealth, 'waiting'>) =>
  waiting.now.bytes + waiting.later.bytes + waiting.on_demand.bytes
