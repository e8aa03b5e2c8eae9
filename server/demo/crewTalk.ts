import { HOUR_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { noteOnAlert } from '#server/records/alertCase.ts'
import { type AlertRecord, acknowledgeAlert, findAlert } from '#server/records/alerts.ts'
import { noteAct } from '#server/records/auditLog.ts'
import { insertComment } from '#server/records/comments.ts'
import { readSetting, writeSetting } from '#server/records/settings.ts'
import { findTrip, type TripRecord } from '#server/records/tripLists.ts'
import { findByEmail } from '#server/records/users.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
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
/** Address of the crew, of the range for examples (RFC 5737). */
const CREW_IP = '192.0.2.7'

/**
 * Simulates a crew: once a trip is measured, a member writes a comment now and then. Critical alerts of a past night were
 * acknowledged then, with a note.
 */
export function crewTalk(
  { db, bus, log, clock }: CrewDependencies,
  organizationId: string,
): { close(): Promise<void> } {
  let turn: Promise<void> = Promise.resolve()
  const then = (task: () => Promise<void>) => {
    turn = turn.then(task).catch((error) => log.warn('words of the demo crew could not be stored', { error }))
  }
  const leave = [
    bus.subscribe('trip.changed', (event) => {
      if (event.organizationId === organizationId) then(() => talkOf(event.tripId))
    }),
    bus.subscribe('alert.raised', (event) => {
      if (event.organizationId === organizationId) then(() => answer(event.alertId))
    }),
  ]
  return {
    async close() {
      for (const stop of leave) stop()
      await turn
    },
  }

  async function answer(alertId: string) {
    const found = await findAlert(db, { organizationId, departmentIds: null }, alertId)
    if (!found || !isOfNight(found)) return
    const { triggerUs } = found.alert
    const at = new Date(triggerUs / 1000 + MINUTE_MS * (4 + 30 * chance(Math.round(triggerUs / 1e6), 4)))
    if (at.getTime() > clock.nowMs()) return
    await db.transaction(async (tx) => {
      const by = await findByEmail(tx, emailOf('department-admin'))
      if (!by || !(await acknowledgeAlert(tx, alertId, by.id, at))) return
      const text = noteOn(found)
      await noteOnAlert(tx, { alertId, kind: 'acknowledge', userId: by.id, at })
      await noteOnAlert(tx, { alertId, kind: 'comment', userId: by.id, text, at })
      // Lines of the log as the calls of the API write them.
      const line = {
        ...{ organizationId, at, ip: CREW_IP, actor: { type: 'user' as const, userId: by.id } },
        subject: { id: alertId, name: wordsOfAlert(found.alert, alertSpeech('en')) },
      }
      const vessel = found.vessel.name
      await noteAct(tx, { ...line, act: 'alert.acknowledge', after: { vessel } })
      await noteAct(tx, { ...line, act: 'alert.comment', after: { vessel, text } })
    })
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
/** Hours of UTC in which nobody stands beside the boat, in Iceland and in Italy. */
const isOfNight = ({ alert: { severity, triggerUs } }: AlertRecord) => {
  const hour = new Date(triggerUs / 1000).getUTCHours()
  return severity === 'critical' && (hour >= 22 || hour < 5)
}

function noteOn({ alert: { facts } }: AlertRecord): string {
  const isAbout = (field: string) => JSON.stringify(facts).includes(field)
  if (isAbout('ac_input_voltage'))
    return 'The breaker on the jetty had fallen. The watch switched it on again.'
  if (isAbout('switch')) return 'The float of the bilge pump was stuck. It is cleaned, and the bilge is dry.'
  return 'Called the skipper: nobody hurt, no damage found. They come home slowly.'
}

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
