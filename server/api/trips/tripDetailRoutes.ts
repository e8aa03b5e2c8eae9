/** Detail of trips that is still on the boat's disk, and requests for it. */

import { MINUTE_MS } from '#contract/domain/time.ts'
import { type DeviceHealth, minutesToSend } from '#contract/wire/deviceHealth.ts'
import { Problem } from '#contract/wire/errors.ts'
import { type Instant, isoOf, measuredUs } from '#contract/wire/instant.ts'
import {
  type DetailRequest,
  fetchTripDetail,
  getTripDetail,
  type TripDetail,
} from '#contract/wire/tripDetail.ts'
import { noteAct } from '#server/records/auditLog.ts'
import * as requests from '#server/records/detailRequests.ts'
import { type TripRecord, visibleTrip } from '#server/records/tripLists.ts'
import { type Routes, serve } from '../serve.ts'

/** Newer data are on their way anyway. */
const SETTLED_MS = 2 * MINUTE_MS

export const tripDetailRoutes: Routes = [
  serve(getTripDetail, async ({ db, caller, params, query }): Promise<TripDetail> => {
    const row = await visibleTrip(db, caller.scope, params.id)
    const { fromUs, toUs } = within(row, query)
    const board = await requests.boardOf(db, row.vessel.id)
    const asked = await requests.requestsTouching(db, row.vessel.id, fromUs, toUs)
    return {
      waiting: board && waitingWithin(board, fromUs / 1000, toUs / 1000),
      requests: asked.map(toRequest),
    }
  }),
  serve(fetchTripDetail, async ({ db, caller, ip, clock, params, body }) => {
    const trip = await visibleTrip(db, caller.scope, params.id)
    const { id: vesselId, name } = trip.vessel
    const { fromUs, toUs } = within(trip, body)
    const board = await requests.boardOf(db, vesselId)
    if (!board || !waitingWithin(board, fromUs / 1000, toUs / 1000))
      throw new Problem('conflict', 'No detail of this time is on board.')
    const row = await db.transaction(async (tx) => {
      const { row, isNew } = await requests.insertRequest(tx, {
        ...{ deviceId: board.deviceId, vesselId, fromUs: Math.max(fromUs, board.pairedMs * 1000), toUs },
        ...{ askedBy: caller.userId, createdAt: new Date(clock.nowMs()) },
      })
      if (isNew)
        await noteAct(tx, {
          ...{ organizationId: caller.organizationId, actor: caller.actor, ip, act: 'trip.detail' },
          ...{ subject: { id: trip.trip.id, name }, after: { from: isoOf(row.fromUs), to: isoOf(row.toUs) } },
        })
      return row
    })
    return toRequest(row)
  }),
]

/** The requested part of a trip, or all of it. Callers know the limits of a trip in whole milliseconds. */
function within(
  { trip: { startUs, endUs, lastRecordUs } }: TripRecord,
  asked: { from?: Instant | undefined; to?: Instant | undefined },
) {
  const lastUs = endUs ?? lastRecordUs
  const fromUs = asked.from === undefined ? startUs : measuredUs('from', asked.from)
  const toUs = asked.to === undefined ? lastUs : measuredUs('to', asked.to)
  if (!(fromUs > startUs - 1000 && toUs < lastUs + 1000 && fromUs <= toUs))
    throw new Problem('invalid', 'from and to must lie within the trip.')
  return { fromUs, toUs }
}

type Board = NonNullable<Awaited<ReturnType<typeof requests.boardOf>>>

/** Detail that was measured in a part of time, by the last report of the boat; times are ms since 1970. */
function waitingWithin({ health, pairedMs }: Board, fromMs: number, toMs: number): TripDetail['waiting'] {
  const { report, receivedMs } = health
  const from = Math.max(fromMs, pairedMs)
  const to = Math.min(toMs, receivedMs - SETTLED_MS)
  const met = detailOf(report).filter((one) => one.from <= to && one.to >= from)
  if (met.length === 0) return null
  const bytes = met.reduce((sum, one) => {
    const share = (Math.min(one.to, to) - Math.max(one.from, from)) / (one.to - one.from || 1)
    return sum + one.bytes * (one.to > one.from ? share : 1)
  }, 0)
  return {
    bytes: Math.ceil(bytes),
    from: isoOf(Math.max(from, Math.min(...met.map((one) => one.from))) * 1000),
    to: isoOf(Math.min(to, Math.max(...met.map((one) => one.to))) * 1000),
    minutes: minutesToSend(bytes, report),
    reported_at: isoOf(receivedMs * 1000),
  }
}

const detailOf = ({ waiting: { later, on_demand } }: DeviceHealth) => [
  ...(later.intervals ?? []),
  ...(on_demand.intervals ?? []),
]

const toRequest = (row: requests.DetailRequestRow): DetailRequest => ({
  ...{ id: row.id, from: isoOf(row.fromUs), to: isoOf(row.toUs), waiting_bytes: row.waitingBytes },
  state: stateOf(row),
  asked_at: row.createdAt.toISOString(),
})

function stateOf({ waitingBytes, isDropped, endedAt }: requests.DetailRequestRow): DetailRequest['state'] {
  if (endedAt) return isDropped ? 'dropped' : 'done'
  return waitingBytes === null ? 'asked' : 'on_its_way'
}
