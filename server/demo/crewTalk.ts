import { HOUR_MS } from '#contract/domain/time.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { insertComment } from '#server/records/comments.ts'
import { readSetting, writeSetting } from '#server/records/settings.ts'
import { findTrip, type TripRecord } from '#server/records/tripLists.ts'
import { findByEmail } from '#server/records/users.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { chance } from '#simulator/random.ts'
import { DEMO_ACCOUNTS } from './demoAccounts.ts'

interface CrewDependencies {
  db: Db
  bus: Bus
  log: Log
  clock: Clock
}

/** Ids of trips with demo comments: deleted comments do not come back. */
interface Commented {
  comments: string[]
}

const SETTING = 'demo.crew'

/** Simulates a crew: once a trip is measured, a member writes a comment now and then. */
export function crewTalk(
  { db, bus, log, clock }: CrewDependencies,
  organizationId: string,
): { close(): Promise<void> } {
  let turn: Promise<void> = Promise.resolve()
  const stop = bus.subscribe('trip.changed', (event) => {
    if (event.organizationId !== organizationId) return
    turn = turn
      .then(() => talkOf(event.tripId))
      .catch((error) => log.warn('comments of the demo crew could not be stored', { error }))
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
    const commented = (await readSetting<Commented>(db, SETTING)) ?? { comments: [] }
    const words = commented.comments.includes(tripId) ? [] : wordsOn(found.trip.startUs)
    if (words.length === 0) return
    await db.transaction(async (tx) => {
      for (const word of words) await writeComment(tx, found, word, clock.nowMs())
      await writeSetting(tx, SETTING, { comments: [...commented.comments, tripId] })
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
/** Share of trips with comments. */
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

async function writeComment(
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
    createdAt: new Date(Math.min(nowMs, (trip.endUs ?? trip.startUs) / 1000 + laterH * HOUR_MS)),
  })
}
