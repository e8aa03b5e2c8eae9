import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { insertAlert } from '#server/records/alerts.ts'
import { insertComment } from '#server/records/comments.ts'
import { readSetting, writeSetting } from '#server/records/settings.ts'
import { findTrip, type TripRecord } from '#server/records/tripLists.ts'
import { findByEmail } from '#server/records/users.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { type ImpactEvent, impactEvents } from '#server/telemetry/impactEvents.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { chance } from '#simulator/random.ts'
import { DEMO_ACCOUNTS } from './demoAccounts.ts'

interface CrewDependencies {
  db: Db
  telemetry: Pick<Telemetry, 'impacts' | 'positions'>
  bus: Bus
  log: Log
  clock: Clock
}

/** Ids of trips with alerts, and of those that were talked about: what people delete does not come back. */
interface Told {
  alerts: string[]
  comments: string[]
}

const SETTING = 'demo.crew'
const MOST_ALERTS = 3
/** Hits within this time of a harder one are the same story. */
const APART_US = 300_000_000
const WARNS_FROM = 0.75
const FIX_AROUND_US = 5_000_000

/** What a crew would: once a trip's hits are known, the hardest become alerts, and now and then somebody writes a word. */
export function crewTalk(
  { db, telemetry, bus, log, clock }: CrewDependencies,
  organizationId: string,
): { close(): Promise<void> } {
  let turn: Promise<void> = Promise.resolve()
  const stop = bus.subscribe('trip.changed', (event) => {
    if (event.organizationId !== organizationId) return
    turn = turn
      .then(() => talkOf(event.tripId))
      .catch((error) => log.warn('the demo crew could not speak of a trip', { error }))
  })
  return {
    async close() {
      stop()
      await turn
    },
  }

  async function talkOf(tripId: string) {
    const found = await findTrip(db, { organizationId, departmentIds: null }, tripId)
    if (!found || found.trip.endUs === null) return
    const told = (await readSetting<Told>(db, SETTING)) ?? { alerts: [], comments: [] }
    const hits = told.alerts.includes(tripId) ? [] : await hardHits(found)
    const words = told.comments.includes(tripId) ? [] : wordsOn(found.trip.startUs)
    if (hits.length === 0 && words.length === 0) return
    await db.transaction(async (tx) => {
      for (const hit of hits) await raise(tx, found, hit)
      for (const word of words) await say(tx, found, word, clock.nowMs())
      await writeSetting(tx, SETTING, {
        alerts: hits.length > 0 ? [...told.alerts, tripId] : told.alerts,
        comments: words.length > 0 ? [...told.comments, tripId] : told.comments,
      })
    })
  }

  async function hardHits({ trip, vessel }: TripRecord): Promise<ImpactEvent['strongest'][]> {
    const stretch = { vesselNumber: vessel.number, fromUs: trip.startUs, toUs: trip.endUs ?? trip.startUs }
    const [stored] = await telemetry.impacts.read([stretch])
    const hard = impactEvents(stored?.peaks ?? [])
      .map(({ strongest }) => strongest)
      .filter(({ peakG }) => peakG >= WARNS_FROM * vessel.impactLimitG)
      .sort((a, b) => b.peakG - a.peakG)
    const chosen: ImpactEvent['strongest'][] = []
    for (const hit of hard) {
      const isNear = chosen.some(({ timeUs }) => Math.abs(timeUs - hit.timeUs) < APART_US)
      if (!isNear && chosen.length < MOST_ALERTS) chosen.push(hit)
    }
    return chosen
  }

  async function raise(tx: Tx, { trip, vessel }: TripRecord, { timeUs, peakG }: ImpactEvent['strongest']) {
    const around = { fromUs: timeUs - FIX_AROUND_US, toUs: timeUs + FIX_AROUND_US }
    const [movement] = await telemetry.positions.movement([{ vesselNumber: vessel.number, ...around }])
    const fix = movement?.latitudeDeg.findIndex((latitude) => !Number.isNaN(latitude)) ?? -1
    const isAbove = peakG >= vessel.impactLimitG
    await insertAlert(tx, {
      organizationId,
      vesselId: trip.vesselId,
      tripId: trip.id,
      type: 'threshold',
      severity: isAbove ? 'critical' : 'warning',
      facts: { kind: 'impact', impact: peakG, limit: vessel.impactLimitG },
      triggerUs: timeUs,
      latitudeDeg: movement?.latitudeDeg[fix] ?? null,
      longitudeDeg: movement?.longitudeDeg[fix] ?? null,
      // It is known as soon as the trip is.
      createdAt: new Date((trip.endUs ?? timeUs) / 1000),
    })
  }
}

interface Word {
  text: string
  email: string
  /** Hours after the trip. */
  laterH: number
}

const WORDS = [
  [
    'Rougher than the forecast said. We eased off after the first big one.',
    'Thanks. I would rather have you late than sore.',
  ],
  ['Checked the hull and both engine mounts afterwards, all fine.', 'Noted for the next service.'],
  ['Whales on both sides of the boat, everybody happy. Nothing to report.'],
  ['Port engine was slow to warm up, please have a look when she is in.', 'Done, it was the thermostat.'],
  ['A new hand at the wheel on the way home. Smooth turns, well done.'],
  [
    'Hit something soft in the water outside the harbour, no damage found.',
    'Seaweed, most likely. Let us look at the propellers on Monday.',
  ],
] as const
/** Somebody has something to say of one trip in five. */
const TALKATIVE = 0.2

function wordsOn(startUs: number): Word[] {
  const startS = Math.round(startUs / 1e6)
  if (chance(startS, 1) > TALKATIVE) return []
  const texts = WORDS[Math.floor(chance(startS, 2) * WORDS.length)] ?? []
  return texts.map((text, i) => ({
    text,
    email: emailOf(i === 0 ? 'department-admin' : 'organization-admin'),
    laterH: 1 + 9 * i * chance(startS, 3),
  }))
}

const emailOf = (roleId: string) => DEMO_ACCOUNTS.find((account) => account.roleId === roleId)?.email ?? ''

async function say(
  tx: Tx,
  { trip }: TripRecord,
  { text, email, laterH }: Word,
  nowMs: number,
): Promise<void> {
  const author = await findByEmail(tx, email)
  await insertComment(tx, {
    organizationId: trip.organizationId,
    vesselId: trip.vesselId,
    tripId: trip.id,
    userId: author?.id ?? null,
    text,
    createdAt: new Date(Math.min(nowMs, (trip.endUs ?? trip.startUs) / 1000 + laterH * 3_600_000)),
  })
}
