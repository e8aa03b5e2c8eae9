/**
 * A fleet that sails by the clock and reports movement, depth and motion in bytes that can be sent to several servers.
 */

import { setTimeout as later } from 'node:timers/promises'
import { HOUR_S, MINUTE_S } from '#contract/domain/time.ts'
import { DEFAULT_NOTIFICATIONS, RuleForm } from '#contract/wire/rule.ts'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import { encodeImuFrame } from '#protocols/imuFrame.ts'
import { createDevice } from '#server/records/devices.ts'
import { insertGeofence } from '#server/records/geofences.ts'
import { insertTurn } from '#server/records/helm.ts'
import { insertOrganization } from '#server/records/organizations.ts'
import { insertRule } from '#server/records/rules.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { captains, vessels } from '#server/stores/relational/schema.ts'
import { slam } from './playMotion.ts'

/** How long before the present it begins, and which minutes of that the boats are under way. */
const HISTORY_S = 3 * HOUR_S
const TRIPS_MIN = [
  [5, 20],
  [45, 60],
] as const
/** Start of the gap up to the present, in minutes: the boats sent nothing, and are then under way again. */
const SILENT_FROM_MIN = 65
/** Minutes of the history in which motion sensors send data. */
const MEASURED_MIN = [12, 50]
const AT_ONCE_S = 600
/** Longer than anybody sails from the present on. */
const LONGEST_S = 2 * HOUR_S
const MOST_AT_ONCE_S = 30
const MOST_UNACKNOWLEDGED = 10
const RATE_HZ = 50
const DEGREE_M = 111_195

export interface Message {
  /** Number of the sending boat. */
  boat: number
  format: 'readings' | 'imu'
  body: Uint8Array<ArrayBuffer>
}

export interface Device {
  id: string
  secret: string
}

export interface SailedFleet {
  boats: number
  /** When they begin to be under way in the present, epoch s. */
  liveS: number
  /** Messages of one boat for all of its past. */
  history(boat: number): Message[]
  /** Messages of one boat for these seconds, both included, by the clock. */
  messagesOf(boat: number, fromS: number, toS: number): Message[]
  /**
   * Organization, boats with devices, captains at the helm, fences and rules, in force since the history
   * begins.
   */
  enter(tx: Tx): Promise<{ devices: Device[]; organizationId: string; departmentId: string }>
}

/** `feel` of them have a motion sensor, the last one has no log of its speed. */
export function sailedFleet({ boats = 6, feel = 3, nowMs = Date.now() } = {}): SailedFleet {
  const liveS = Math.floor(nowMs / 1000)
  const startS = liveS - HISTORY_S
  const sailsAt = (s: number) =>
    s >= liveS || TRIPS_MIN.some(([from, to]) => s - startS >= from * MINUTE_S && s - startS < to * MINUTE_S)
  const speedMps = (boat: number, s: number) =>
    sailsAt(s) ? rounded(9 + 3 * Math.sin((2 * Math.PI * (s - startS)) / (60 + 7 * boat)), 3) : 0
  const depthM = (boat: number, s: number) =>
    sailsAt(s) ? rounded(6 + 5 * Math.sin((2 * Math.PI * (s - startS)) / (45 + 5 * boat)), 2) : 4
  const sailedM = Array.from({ length: boats }, (_, boat) => {
    const sum = new Float64Array(HISTORY_S + LONGEST_S)
    for (let s = 1; s < sum.length; s++) sum[s] = (sum[s - 1] as number) + speedMps(boat, startS + s)
    return sum
  })
  const whereAt = (boat: number, s: number) => ({
    latitudeDeg: 64 + (sailedM[boat]?.[s - startS] ?? 0) / DEGREE_M,
    longitudeDeg: -22 + boat / 1000,
  })

  function readings(boat: number, fromS: number, toS: number): Message {
    const seconds = Array.from({ length: toS - fromS + 1 }, (_, i) => fromS + i)
    const hasLog = boat < boats - 1
    const columns = ['depth_below_surface', ...(hasLog ? ['sog'] : [])]
    const rows = seconds.map((s) => [s * 1000, depthM(boat, s), ...(hasLog ? [speedMps(boat, s)] : [])])
    const fixes = seconds.map((s) => ({
      ...{ t: s * 1000, ...positionToWire(whereAt(boat, s)), hdop: 1, valid: true },
    }))
    const body = new TextEncoder().encode(JSON.stringify({ tables: [{ columns, rows }], fixes }))
    return { boat, format: 'readings', body }
  }

  function motion(boat: number, fromS: number, toS: number): Message {
    const column = (value: (s: number) => number) =>
      Int16Array.from({ length: (toS - fromS + 1) * RATE_HZ }, (_, i) =>
        Math.round(value(fromS + i / RATE_HZ)),
      )
    const level = column(() => 0)
    const every = 9 + boat
    const force = (s: number) => {
      const hitS = Math.round(s / every) * every
      const hard = 0.6 + (hitS % 5) / 5
      return 1000 * (1 + (slam(s, hitS) - 1) * (s < hitS ? 1 : hard))
    }
    const body = encodeImuFrame([
      {
        ...{
          sensor: 1,
          startUs: fromS * 1e6,
          intervalUs: 1e6 / RATE_HZ,
          roll: level,
          pitch: level,
          yaw: level,
        },
        ...{ forceX: level, forceY: level, forceZ: column(force) },
      },
    ])
    return { boat, format: 'imu', body: Uint8Array.from(body) }
  }

  return {
    ...{ boats, liveS },
    history(boat) {
      const messages: Message[] = []
      const endS = startS + SILENT_FROM_MIN * MINUTE_S
      for (let s = startS; s < endS; s += AT_ONCE_S)
        messages.push(readings(boat, s, Math.min(s + AT_ONCE_S, endS) - 1))
      if (boat < feel)
        for (const min of MEASURED_MIN)
          messages.push(motion(boat, startS + min * MINUTE_S, startS + (min + 1) * MINUTE_S - 1))
      return messages
    },
    messagesOf: (boat, fromS, toS) => [
      readings(boat, fromS, toS),
      ...(boat < feel ? [motion(boat, fromS, toS)] : []),
    ],
    async enter(tx) {
      const owner = await insertOrganization(tx, { name: 'Harbour' })
      const ownerIds = { organizationId: owner.organizationId, departmentId: owner.departmentId }
      const createdAt = new Date(startS * 1000)
      const devices: Device[] = []
      const skippers: string[] = []
      for (const name of ['Ada', 'Birna']) {
        const [captain] = await tx
          .insert(captains)
          .values({ ...ownerIds, name })
          .returning()
        skippers.push(captain?.id ?? '')
      }
      for (let boat = 0; boat < boats; boat++) {
        const [vessel] = await tx
          .insert(vessels)
          .values({ ...ownerIds, name: `Boat ${String(boat).padStart(4, '0')}` })
          .returning()
        const vesselId = vessel?.id ?? ''
        devices.push(await createDevice(tx, { vesselId, now: createdAt }))
        const turns = [startS, startS + 30 * MINUTE_S].entries()
        for (const [i, fromS] of turns)
          await insertTurn(tx, {
            ...{ vesselId, fromUs: fromS * 1e6, createdBy: null },
            captainId: skippers[(boat + i) % 2] ?? null,
          })
      }
      const fence = async (name: string, s: number, radiusM: number) =>
        insertGeofence(tx, {
          ...{ ...ownerIds, name, type: 'circle', coordinates: [whereAt(0, s)], radiusM },
          createdAt,
        })
      const early = await fence('Early', startS + 12 * MINUTE_S, 1500)
      const late = await fence('Late', liveS + 45, 300)
      const anywhere = { enabled: false, ids: [], area_operation: 'inside' }
      const within = { enabled: true, ids: [early], area_operation: 'inside' }
      const soon = { clear_sec: 5, cool_down_sec: 10 }
      const instant = (field: string, operation: string, value: number) => ({
        ...{ variable: { type: 'instant', field }, operation, value },
      })
      const threshold = (and: object, geofences: object = anywhere) => ({
        type: 'threshold',
        definition: { geofences, logic: { and: [and] }, ...soon },
      })
      const held = { type: 'vfp', field: 'sog', period_sec: 10 }
      const sailed = { type: 'instant', source: 'statistics', field: 'distance' }
      const judged = {
        fast: threshold({ variable: held, operation: 'more_than', value: 20 }),
        shallow: threshold(instant('depth_below_surface', 'less_than', 2)),
        hit: threshold(instant('impact', 'more_than', 1.5)),
        within: threshold(instant('sog', 'more_than', 18), within),
        far: threshold({ variable: sailed, operation: 'more_than', value: 3 }),
        ...Object.fromEntries(
          [early, late].map((id, i) => [
            `fence ${i}`,
            { type: 'geofence', definition: { geofences: { ids: [id] }, trigger_on: 'cross', ...soon } },
          ]),
        ),
      }
      for (const [message, rule] of Object.entries(judged)) {
        const form = RuleForm.parse({
          ...{ ...rule, message, severity: 'warning', department_id: owner.departmentId },
          notifications: DEFAULT_NOTIFICATIONS,
        })
        await insertRule(tx, {
          ...{ ...ownerIds, createdAt, message, type: form.type, severity: form.severity },
          ...{ definition: form.definition, vessels: form.vessels, notifications: form.notifications },
        })
      }
      return { ...ownerIds, devices }
    },
  }
}

/**
 * Sends each second of a boat. Seconds that she could not send meanwhile follow, some at a time. Resolves with all
 * seconds once they are acknowledged.
 */
export async function sail(
  fleet: SailedFleet,
  boat: number,
  send: (message: Message) => Promise<void>,
  ending: AbortSignal,
): Promise<Message[]> {
  const sent: Message[] = []
  let nextS = fleet.liveS
  while (!ending.aborted) {
    const toS = Math.min(Math.floor(Date.now() / 1000), nextS + MOST_AT_ONCE_S - 1)
    if (toS < nextS) await later(nextS * 1000 - Date.now())
    else {
      const messages = fleet.messagesOf(boat, nextS, toS)
      sent.push(...messages)
      await Promise.all(messages.map(send))
      nextS = toS + 1
    }
  }
  return sent
}

/** Sends messages of boats again, in order but some of each at a time: each waits for its acknowledgement. */
export async function repeat(
  sent: readonly (readonly Message[])[],
  send: (message: Message) => Promise<void>,
): Promise<void> {
  await Promise.all(
    sent.map(async (messages) => {
      for (let i = 0; i < messages.length; i += MOST_UNACKNOWLEDGED)
        await Promise.all(messages.slice(i, i + MOST_UNACKNOWLEDGED).map(send))
    }),
  )
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))
