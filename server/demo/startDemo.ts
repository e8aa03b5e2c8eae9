import { setTimeout as pause } from 'node:timers/promises'
import { DAY_S, HOUR_S } from '#contract/domain/time.ts'
import type { createUser as CreateUser } from '#server/access/createUser.ts'
import type { Config } from '#server/config.ts'
import type { Gateway } from '#server/gateway/startGateway.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Throttle } from '#server/platform/throttle.ts'
import type { Processing } from '#server/processing/loop/startProcessing.ts'
import { countAlertsAsTimely } from '#server/records/alerts.ts'
import { readSetting, writeSetting } from '#server/records/settings.ts'
import { countAlertsAsRead } from '#server/records/users.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { type Boat, FLEET, STRANGER } from '#simulator/fleet.ts'
import { pretendBoat } from '#simulator/pretendBoat.ts'
import { crewTalk } from './crewTalk.ts'
import { growHeap } from './growHeap.ts'
import { busyTimes, HISTORY_DAYS, type HistoryPlan, planHistory, resumeHistory } from './historyPlan.ts'
import { importRecordings } from './recordings.ts'
import { sailLive } from './sailLive.ts'
import { type DemoFleet, seedDemo } from './seedDemo.ts'
import { sendHistory } from './sendHistory.ts'
import { sendUnderWay } from './sendUnderWay.ts'
import { untilComputed, untilProcessedBetween } from './untilComputed.ts'
import { httpUplink, mqttUplink, signalkUplink, type Uplink } from './uplinks.ts'

export interface Demo {
  /**
   * True once history and recordings are sent and their figures computed; false when the demo was closed or
   * failed before.
   */
  prepared: Promise<boolean>
  close(): Promise<void>
}

export interface DemoDependencies {
  config: Pick<Config, 'RECORDINGS' | 'OPEN_METEO_MARINE_URL' | 'OPEN_METEO_FORECAST_URL'>
  db: Db
  telemetry: Pick<Telemetry, 'impacts' | 'positions'>
  processing: Pick<Processing, 'waitingBeforeUs' | 'hasten'>
  bus: Bus
  log: Log
  clock: Clock
  throttle: Pick<Throttle, 'restMs'>
  gateway: Pick<Gateway, 'intake' | 'directory' | 'mqttUrl'>
  createUser: typeof CreateUser
  /** Address of this server, for the boats that send over HTTP and WebSocket. */
  httpUrl: string
  /** Days of history on a first start; for tests. */
  historyDays?: number
}

const PLAN = 'demo.history'
const HEARTBEAT_MS = 10_000
/** Head start of the first map, ms: history would take half of a small machine from it. */
const HEAD_START_MS = 5000
/** A boat whose device has been silent since long before the demo's first start. */
const SILENT_BOAT = 'Stormur'
const SILENT_S = 7 * DAY_S
/** The boat whose device sends over HTTP; all others except the Signal K one use MQTT. */
const OVER_HTTP = 'Hamar'
/** The same boat has no link for these minutes of each hour after the start, and sends them afterwards. */
const OUT_OF_REACH_MIN = { from: 10, until: 20 }

/**
 * Demo mode: seeds once, lets the fleet sail live at once, and meanwhile sends a month of history, day by day
 * backwards, and reads the recordings. After a restart it fills in what was missed.
 */
export async function startDemo(deps: DemoDependencies): Promise<Demo> {
  const { config, db, bus, log, clock, gateway } = deps
  const fleet = await seedDemo(deps)
  const known = fleet.boats.flatMap((record) => {
    const boat = [...FLEET, STRANGER].find(({ name }) => name === record.name)
    return boat ? [{ ...record, boat }] : []
  })
  const nowS = Math.floor(clock.nowMs() / 1000)
  const stored = await readSetting<HistoryPlan>(db, PLAN)
  let plan = stored ? resumeHistory(stored, nowS, known.length) : planHistory(nowS, deps.historyDays)
  // In a fenced transaction, which is refused for a process that lost the fleet.
  const store = () => db.transaction((tx) => writeSetting(tx, PLAN, plan))
  let saving = store()
  await saving
  const save = (change: Partial<HistoryPlan>) => {
    plan = { ...plan, ...change }
    saving = saving.catch(() => undefined).then(store)
    return saving
  }

  const busy = busyTimes(plan)
  const uplinks = known
    .filter(({ name }) => name !== SILENT_BOAT)
    .map((record) => ({
      deviceId: record.deviceId,
      pretend: pretendBoat(record.boat, busy),
      uplink: openUplink(record.boat, record),
      ...(record.name === OVER_HTTP && { isOutOfReach: (second: number) => isOutOfReach(second - nowS) }),
    }))
  const crew = crewTalk(deps, fleet.organizationId)
  const live = sailLive(uplinks, nowS, clock)
  // History brings them too, only later.
  await sendUnderWay(gateway, uplinks, { sinceS: stored?.live.at(-1)?.[1] ?? 0, nowS }).catch((error) =>
    log.warn('the tracks of demo boats under way could not be stored', { error }),
  )
  const heartbeat = setInterval(
    () => void beat().catch((error) => log.warn('the progress of the demo could not be stored', { error })),
    HEARTBEAT_MS,
  )
  const aborting = new AbortController()
  // A restart has little to fill in.
  const shrinkHeap = stored && plan.spans.length < HISTORY_DAYS / 4 ? () => undefined : growHeap()
  const prepared = prepare()
    .finally(shrinkHeap)
    .then(() => !aborting.signal.aborted)
    .catch((error) => {
      log.error('demo history stopped', { error })
      return false
    })

  function openUplink(boat: Boat, device: DemoFleet['boats'][number]): Uplink {
    if (boat.equipment === 'signalk') return signalkUplink(deps.httpUrl, device, log)
    if (boat.name === OVER_HTTP) return httpUplink(deps.httpUrl, device, log)
    return mqttUplink(gateway.mqttUrl, device, log)
  }

  function beat(): Promise<void> {
    const current = plan.live.at(-1)
    if (!current) return Promise.resolve()
    return save({ live: [...plan.live.slice(0, -1), [current[0], live.sentUntilS()]] })
  }

  async function prepare() {
    const boats = known.map(({ name, deviceId, boat }) => ({
      deviceId,
      pretend: pretendBoat(boat, busy),
      lastReportS: name === SILENT_BOAT ? fleet.seededS - SILENT_S : Number.POSITIVE_INFINITY,
    }))
    const total = plan.spans.length * boats.length
    let loggedTenth = -1
    const report = (done: number) => {
      const oldest = plan.spans.at(-1)
      const next = plan.spans[Math.floor(done / boats.length)]
      const { organizationId } = fleet
      const expected = oldest && next && { organizationId, fromUs: oldest.fromS * 1e6, toUs: next.toS * 1e6 }
      bus.publish({ type: 'preparation.progressed', done, total, what: 'Demo history', expected })
    }
    report(plan.done)
    if (plan.spans.length > 0)
      await pause(HEAD_START_MS, undefined, { signal: aborting.signal }).catch(() => undefined)
    await sendHistory(
      deps,
      plan,
      boats,
      async (done) => {
        await save({ done })
        report(done)
        const tenth = Math.floor((10 * done) / total)
        if (tenth > loggedTenth) log.info(`demo history ${tenth * 10} %`)
        loggedTenth = tenth
        if (done % boats.length === 0) await processed(done / boats.length)
      },
      aborting.signal,
    )
    if (config.RECORDINGS && !aborting.signal.aborted)
      await importRecordings({ db, gateway, bus, log }, fleet, config.RECORDINGS, aborting.signal)
    // The demo's own forecast is always available; nothing waits for an operator's.
    const hasOwnForecast = !config.OPEN_METEO_MARINE_URL || !config.OPEN_METEO_FORECAST_URL
    const oldest = plan.spans.at(-1)
    const forecastSinceUs = hasOwnForecast && oldest ? oldest.fromS * 1e6 : null
    await untilComputed(deps, nowS * 1e6, forecastSinceUs, aborting.signal)
    // The alerts of the generated month count as old; later alerts are new.
    if (aborting.signal.aborted) return
    await countAlertsAsRead(db, fleet.organizationId, new Date(clock.nowMs()))
    await countAlertsAsTimely(db, fleet.organizationId, new Date(nowS * 1000))
  }

  /** Figures of a span are computed while the next one is sent. */
  async function processed(sent: number) {
    const last = plan.spans[sent - 1]
    if (!last) return
    const span = { fromUs: last.fromS * 1e6, beforeUs: nowS * 1e6 }
    await untilProcessedBetween(deps.processing, span, aborting.signal)
  }

  return {
    prepared,
    async close() {
      aborting.abort()
      clearInterval(heartbeat)
      live.stop()
      await Promise.all(uplinks.map(({ uplink }) => uplink.close()))
      await prepared
      await crew.close()
      await beat()
    },
  }
}

function isOutOfReach(sinceStartS: number): boolean {
  const minute = (sinceStartS % HOUR_S) / 60
  return minute >= OUT_OF_REACH_MIN.from && minute < OUT_OF_REACH_MIN.until
}
