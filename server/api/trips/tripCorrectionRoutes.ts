/** Corrections are decisions about time; processing computes the trips again from them and the stored samples. */

import { SECOND_US } from '#contract/domain/time.ts'
import type { ActName } from '#contract/wire/audit.ts'
import { Problem } from '#contract/wire/errors.ts'
import { instantUs, isoOf } from '#contract/wire/instant.ts'
import {
  deleteTrip,
  listTripCorrections,
  mergeTrips,
  setTripAtSea,
  splitTrip,
  type TripCorrection,
  trimTrip,
  undoTripCorrection,
} from '#contract/wire/tripCorrection.ts'
import type { Caller } from '#server/access/caller.ts'
import type { Correction } from '#server/processing/formulas/trips/applyCorrections.ts'
import { tripsAfter } from '#server/processing/formulas/trips/correctedVoyages.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { revokeLinksWithin } from '#server/records/shareLinks.ts'
import { insertCorrection, listCorrections, undoCorrection } from '#server/records/tripCorrections.ts'
import { hideTrip, neighbourTrips, type TripRecord, visibleTrip } from '#server/records/tripLists.ts'
import type { Tx } from '#server/stores/relational/openRecords.ts'
import { type Routes, type Services, serve } from '../serve.ts'

export const tripCorrectionRoutes: Routes = [
  serve(
    splitTrip,
    async ({ params, body, ...call }) => {
      const row = await tripOf(call, params.id)
      const atUs = instantUs(body.at)
      if (!(atUs > row.trip.startUs && atUs < endUs(row)))
        throw new Problem('invalid', 'at: must lie within the trip.')
      const cut = { kind: 'split' as const, fromUs: atUs, toUs: atUs }
      await requireTrips(call, row, 2, cut)
      return decide(call, row, cut)
    },
    { example: { body: { at: '2026-06-18T09:30:00Z' } } },
  ),
  serve(
    mergeTrips,
    async ({ params, body, ...call }) => {
      const row = await tripOf(call, params.id)
      const other = await tripOf(call, body.with_trip_id)
      const neighbours = await neighbourTrips(call.db, row.trip)
      if (!neighbours.includes(other.trip.id)) {
        throw new Problem(
          'invalid',
          'with_trip_id: must be the trip before or after this one, of the same vessel.',
        )
      }
      const fromUs = Math.min(row.trip.startUs, other.trip.startUs)
      const toUs = Math.max(endUs(row), endUs(other))
      return decide(call, row, { kind: 'merge', fromUs, toUs })
    },
    { example: { body: { with_trip_id: '$OTHER_TRIP_ID' } } },
  ),
  serve(
    trimTrip,
    async ({ params, body, ...call }) => {
      const row = await tripOf(call, params.id)
      const { startUs } = row.trip
      const fromUs = body.start_time === undefined ? startUs : instantUs(body.start_time)
      const toUs = body.end_time === undefined ? endUs(row) : instantUs(body.end_time)
      if (
        !(fromUs >= startUs && toUs <= endUs(row) && fromUs < toUs) ||
        (fromUs === startUs && toUs === endUs(row))
      ) {
        throw new Problem('invalid', 'start_time and end_time must lie within the trip.')
      }
      const cuts = [
        ...(fromUs > startUs ? [{ kind: 'trim' as const, fromUs: startUs, toUs: fromUs - 1 }] : []),
        ...(toUs < endUs(row) ? [{ kind: 'trim' as const, fromUs: toUs + 1, toUs: endUs(row) }] : []),
      ]
      await requireTrips(call, row, 1, ...cuts)
      return decide(call, row, ...cuts)
    },
    { example: { body: { start_time: '2026-06-18T09:30:00Z', end_time: '2026-06-18T09:50:00Z' } } },
  ),
  /** A decision about the trip that was made before counts no more, so that each of them can be taken back. */
  serve(
    setTripAtSea,
    async ({ params, body, ...call }) => {
      const row = await tripOf(call, params.id)
      const kind = body.at_sea ? ('at_sea' as const) : ('ashore' as const)
      return decide(call, row, { kind, fromUs: row.trip.startUs, toUs: endUs(row) })
    },
    { example: { body: { at_sea: false } } },
  ),
  serve(listTripCorrections, async ({ params, ...call }) => {
    const row = await tripOf(call, params.id)
    const rows = await listCorrections(
      call.db,
      row.vessel.id,
      row.trip.startUs - REACH_US,
      endUs(row) + REACH_US,
    )
    const data = rows.map(({ correction, by }) => ({
      id: correction.id,
      kind: correction.kind as TripCorrection['kind'],
      from: isoOf(correction.fromUs),
      to: isoOf(correction.toUs),
      created_at: correction.createdAt.toISOString(),
      created_by: by,
    }))
    return { data, total: data.length }
  }),
  serve(undoTripCorrection, async ({ params, ...call }) => {
    const row = await tripOf(call, params.id)
    const undone = await call.db.transaction(async (tx) => {
      const correction = await undoCorrection(
        tx,
        row.vessel.id,
        params.correctionId,
        new Date(call.clock.nowMs()),
      )
      if (!correction) throw new Problem('not_found')
      // Undoing restores the parts that were cut apart or away.
      if (correction.kind === 'split' || correction.kind === 'trim') await endLinks(tx, call, row, correction)
      await note(tx, call, row, 'trip.undo', {
        kind: correction.kind,
        from: isoOf(correction.fromUs),
        to: isoOf(correction.toUs),
      })
      return correction
    })
    publishCorrection(call, row, undone)
    return { ok: true }
  }),
  serve(deleteTrip, async ({ params, ...call }) => {
    const row = await tripOf(call, params.id)
    await call.db.transaction(async (tx) => {
      await hideTrip(tx, row.trip.id)
      await note(tx, call, row, 'trip.delete', { start_time: isoOf(row.trip.startUs) })
    })
    const { organizationId, id: tripId } = row.trip
    call.bus.publish({
      type: 'trip.changed',
      organizationId,
      departmentId: row.vessel.departmentId,
      vesselId: row.vessel.id,
      tripId,
    })
    return { ok: true }
  }),
]

type Working = Pick<Services, 'db' | 'telemetry' | 'bus' | 'clock'> & { caller: Caller; ip: string }

/** Corrections this close to a trip are listed with it: a trimmed end, or the other half of a split. */
const REACH_US = SECOND_US

const endUs = ({ trip }: TripRecord) => trip.endUs ?? trip.lastRecordUs

const tripOf = ({ db, caller }: Working, id: string) => visibleTrip(db, caller.scope, id)

/**
 * Requires that a cut leaves this many trips, each long enough; a shorter one would vanish from every list.
 */
async function requireTrips(call: Working, row: TripRecord, count: number, ...cuts: Correction[]) {
  const { id, number, topSpeedMps } = row.vessel
  const interval = { fromUs: row.trip.startUs, toUs: endUs(row) }
  const left = await tripsAfter(call, { id, number, topSpeedMps }, interval, call.clock.nowMs() * 1000, cuts)
  if (left.length < count || left.some(({ visible }) => !visible)) throw new Problem('TRIP_TOO_SHORT')
}

async function decide(
  call: Working,
  row: TripRecord,
  ...corrections: { kind: TripCorrection['kind']; fromUs: number; toUs: number }[]
) {
  const { db, caller } = call
  await db.transaction(async (tx) => {
    for (const correction of corrections) {
      await insertCorrection(tx, { vesselId: row.vessel.id, createdBy: caller.userId, ...correction })
    }
    const [first] = corrections
    if (!first) return
    const { kind } = first
    if (kind === 'merge') await endLinks(tx, call, row, first)
    await note(tx, call, row, `trip.${kind}`, {
      corrections: corrections.map(({ fromUs, toUs }) => ({ from: isoOf(fromUs), to: isoOf(toUs) })),
    })
  })
  for (const correction of corrections) publishCorrection(call, row, correction)
  return { ok: true as const }
}

/** Ends the links of a trip that grew: it is no longer the trip that the user chose to share. */
async function endLinks(
  tx: Tx,
  { caller, ip, clock }: Working,
  { trip, vessel }: TripRecord,
  { fromUs, toUs }: { fromUs: number; toUs: number },
) {
  const interval = { fromUs: fromUs - REACH_US, toUs: toUs + REACH_US }
  const ended = await revokeLinksWithin(tx, vessel.id, interval, new Date(clock.nowMs()))
  const { organizationId, actor } = caller
  for (const id of ended) {
    const subject = { id, name: vessel.name }
    await noteAct(tx, {
      organizationId,
      actor,
      ip,
      act: 'share-link.revoke',
      subject,
      after: { trip_id: trip.id },
    })
  }
}

function note(
  tx: Tx,
  { caller, ip }: Working,
  { trip, vessel }: TripRecord,
  act: ActName,
  after: Record<string, unknown>,
) {
  const { organizationId, actor } = caller
  return noteAct(tx, { organizationId, actor, ip, act, subject: { id: trip.id, name: vessel.name }, after })
}

function publishCorrection(
  { bus }: Working,
  { vessel }: TripRecord,
  { fromUs, toUs }: { fromUs: number; toUs: number },
) {
  bus.publish({ type: 'trips.corrected', vesselNumber: vessel.number, fromUs, toUs })
}
