/** Processes that compute the two days of `story` while a store call of theirs is disturbed. */
import { setTimeout as later } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { HOUR_MS } from '#contract/domain/time.ts'
import { fencedWrites } from '#server/cluster/fencedWrites.ts'
import { LeaseLost, type RecordsLease } from '#server/cluster/leases.ts'
import { COMPUTING } from '#server/cluster/sharedWork.ts'
import { takePart } from '#server/cluster/shareWork.ts'
import type { Held } from '#server/cluster/withLease.ts'
import { seaForecast } from '#server/demo/seaForecast.ts'
import { type Bus, inProcessBus } from '#server/platform/bus.ts'
import { systemClock } from '#server/platform/clock.ts'
import { PARTITIONS, partitionOf } from '#server/platform/partitions.ts'
import { type Processing, startProcessing } from '#server/processing/loop/startProcessing.ts'
import type { Share, StepContext } from '#server/processing/loop/step.ts'
import { PROCESSED_UP_TO, writeSetting } from '#server/records/settings.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { leases, processingProgress, vessels } from '#server/stores/relational/schema.ts'
import { weatherStep } from '#server/weather/weatherStep.ts'
import {
  at,
  computedOf,
  insertVessel,
  letPass,
  type Owner,
  type StoryStores,
  setClock,
  storeEarlierHours,
  story,
} from './faultStory.ts'
import { silentLog } from './silentLog.ts'
import { type Call, type Fault, Faults, faultyDb, faultyTelemetry } from './storeFaults.ts'

/** Whenever it dies, progress was saved just before. */
const PROGRESS_EVERY_MS = 100
/** Two processes save it less often, because each query goes over the network. */
const SHARED_PROGRESS_EVERY_MS = 500
/** Longer than any look-back of steps beyond their progress, so that data found again has its own time. */
const MARGIN_MS = 90_000
const LOOK_MS = 50
const ALL: readonly Share[] = ['asked', 'live', 'backlog', 'outside']

export type Computed = Awaited<ReturnType<typeof computedOf>>

/** The calls of the disturbed process, and what is computed in the end. */
export interface Run {
  calls: ReadonlyMap<string, number>
  callers: ReadonlySet<string>
  computed: Computed
}

/** A process alone: one that dies starts again. */
export async function runAlone(stores: StoryStores, owner: Owner, fault: Fault): Promise<Run> {
  const { records } = stores
  const her = await begin(stores, owner)
  let faults = new Faults(fault)
  const firstFaults = faults
  const all: Processing[] = []
  let bus: Bus = inProcessBus(() => undefined)

  async function alive(): Promise<Processing> {
    for (;;) {
      const last = all.at(-1)
      if (last && !faults.isDead) return last
      if (faults.isDead) {
        faults = new Faults({})
        letPass(MARGIN_MS)
      }
      bus = inProcessBus(() => undefined)
      const db = faultyDb(records.db, faults) as Db
      const telemetry = faultyTelemetry(stores.telemetry, her.number, faults)
      const started = await startProcessing({ ...dependencies(bus), db, telemetry }).catch(() => null)
      if (started) all.push(started)
    }
  }

  /** Waits until the living process has done everything, in spite of the failing call. */
  async function settled() {
    for (let tries = 0; tries < 3; tries++) {
      const processing = await alive()
      const [{ status }] = await Promise.allSettled([processing.idle(ALL)])
      if (!faults.isDead && status === 'fulfilled') return
    }
  }

  for (const { now, happens } of story(stores)) {
    setClock(at(now))
    await alive()
    const event = await happens(her)
    if (event && !faults.isDead) bus.publish(event)
    // Waiting work keeps its age, whatever progress other steps have.
    letPass(MARGIN_MS)
    await settled()
  }
  // Processing computes what is due by miles again each hour, not with each trip.
  letPass(HOUR_MS + MARGIN_MS)
  await settled()
  await Promise.all(all.map((one) => one.close()))
  return end(stores, her, firstFaults)
}

interface Member {
  faults: Faults
  held: Held<Processing & { parts(): readonly number[] }>
}

/**
 * Two processes that share the vessels, each with a lease. The one that computes for the boat is disturbed, and the other
 * takes over. Their records must not be embedded ones, whose clock leaps with the story and would end each lease.
 */
export async function runShared(stores: StoryStores, owner: Owner, fault: Fault): Promise<Run> {
  const { records } = stores
  const her = await begin(stores, owner)
  const partition = partitionOf(her.number)
  const bus = inProcessBus(() => undefined)
  const members = [member(), member()]

  function member(): Member {
    const faults = new Faults({})
    const held = takePart({
      ...{ work: COMPUTING, db: faultyDb(records.db, faults) as Db, log: silentLog },
      async start(own) {
        const isLost = losable(own)
        const telemetry = fencedWrites(stores.telemetry, async () => {
          if (isLost()) throw new LeaseLost('other processes may have taken over')
          await own.makeSure()
        })
        const processing = await startProcessing({
          ...{
            ...dependencies(bus),
            partitions: [],
            progressEveryMs: SHARED_PROGRESS_EVERY_MS,
            db: faultyDb(own.fenced, faults) as Db,
          },
          telemetry: faultyTelemetry(telemetry, her.number, faults),
        })
        return { ...processing, parts: processing.partitions }
      },
    })
    /** True when the other process has taken over from this one, which stood still. */
    function losable(own: RecordsLease): () => boolean {
      let isLost = false
      faults.loseWork = async () => {
        isLost = true
        await records.db.delete(leases).where(eq(leases.name, own.name))
        const others = members.filter((one) => one.faults !== faults)
        await until(() => others.some(computesForHer))
        await Promise.allSettled(others.map((one) => one.held.running?.idle(ALL)))
      }
      return () => isLost
    }
    return { faults, held }
  }

  const partsOf = ({ faults, held }: Member) => (faults.isDead ? [] : (held.running?.partitions() ?? []))
  const computesForHer = (one: Member) => partsOf(one).includes(partition)
  const isShared = () => members.flatMap(partsOf).length === PARTITIONS

  /** Waits until every partition has a process, and the process of the boat has done everything. */
  async function settled() {
    for (;;) {
      await until(() => isShared() && members.some(computesForHer))
      const hers = members.filter(computesForHer)
      const [done] = await Promise.allSettled(hers.map(({ held }) => held.running?.idle(ALL)))
      if (done?.status === 'fulfilled' && isShared() && hers.every(computesForHer)) return
      await later(LOOK_MS)
    }
  }

  await until(() => isShared() && members.every((one) => partsOf(one).length > 0))
  const disturbed = members.find(computesForHer)
  if (!disturbed) throw new Error('no process computes for the boat')
  const { faults } = disturbed
  faults.calls.clear()
  faults.fault = fault
  for (const { now, happens } of story(stores)) {
    setClock(at(now))
    const event = await happens(her)
    if (event) bus.publish(event)
    letPass(MARGIN_MS)
    await settled()
  }
  letPass(HOUR_MS + MARGIN_MS)
  await settled()
  await Promise.all(members.map(({ held }) => held.close()))
  return end(stores, her, faults)
}

const dependencies = (bus: Bus) => ({
  ...{ bus, log: silentLog, clock: systemClock, progressEveryMs: PROGRESS_EVERY_MS },
  forecastStep: (context: StepContext) => weatherStep({ ...context, source: seaForecast }),
})

async function begin(stores: StoryStores, owner: Owner) {
  const { records } = stores
  setClock(at('07:00'))
  const her = await insertVessel(records.db, owner)
  await storeEarlierHours(stores, her.number)
  await records.db.delete(processingProgress)
  await writeSetting(records.db, PROCESSED_UP_TO, Date.now())
  return her
}

async function end(
  stores: StoryStores,
  { id, number }: { id: string; number: number },
  faults: Faults,
): Promise<Run> {
  const computed = await computedOf(stores, id, number)
  // Deletes the vessel, so that later runs do not process it.
  await stores.records.db
    .update(vessels)
    .set({ deletedAt: new Date(Date.now()) })
    .where(eq(vessels.id, id))
  return { calls: faults.calls, callers: faults.callers, computed }
}

async function until(holds: () => boolean) {
  while (!holds()) await later(LOOK_MS)
}

/**
 * Calls of places that are evenly apart and differ from run to run. Periodic calls are rarer on another machine, so they are
 * among the first half of the calls of their place.
 */
export function someCalls(calls: ReadonlyMap<string, number>, count: number | 'all'): Call[] {
  const all = [...calls]
  const apart = count === 'all' ? 1 : all.length / count
  const offset = count === 'all' ? 0 : Math.random()
  return Array.from({ length: Math.round(all.length / apart) }, (_, i) => {
    const [place, made] = all[Math.floor((i + offset) * apart)] as [string, number]
    return { place, nth: 1 + Math.floor((Math.random() * made) / 2) }
  })
}

export const nameOf = ({ place, nth }: Call): string => `call ${nth} of ${place}`
