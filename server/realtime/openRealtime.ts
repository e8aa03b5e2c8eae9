import { ALIVE_EVERY_MS, type TopicData } from '#contract/wire/realtime.ts'
import type { Caller } from '#server/access/caller.ts'
import type { Callers } from '#server/access/callers.ts'
import type { Bus } from '#server/platform/bus.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { WaitingWork } from '#server/platform/events.ts'
import type { Log } from '#server/platform/log.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { Broadcast, type Source } from './broadcast.ts'
import { Client, SIGN_IN_AGAIN } from './client.ts'
import { Fleets } from './fleets.ts'
import { HelmChanges } from './helmChanges.ts'
import type { Wire } from './outbox.ts'
import { PreparingSpans } from './preparing.ts'
import { ScopedChanges } from './scopedChanges.ts'
import { openTopic, type TopicSources } from './topics.ts'

/** Topics with other subscribers than sockets. */
type ListenedTopic = 'vessel_map_view' | 'alerts'
export interface Listening<Name extends ListenedTopic> {
  /** As it is now; null: all there is. */
  read(keys: readonly string[] | null): TopicData[Name]
  stop(): void
}

export interface Realtime {
  connect(wire: Wire): Client
  disconnect(client: Client): void
  /** Calls back when a topic has news, until it is stopped. Throws where a subscription would be refused. */
  listen<Name extends ListenedTopic>(
    topic: Name,
    caller: Caller,
    onKeys: (keys: readonly string[]) => void,
  ): Promise<Listening<Name>>
  readonly openSockets: number
  readonly preparation: TopicSources['preparation']
  close(): void
}

const PUBLISH_MS = 200
const REFRESH_MS = 1000
const INSPECT_MS = 2000
const PREPARING_MS = 2000
const SIGN_IN_WITHIN_MS = 10_000
const GOING_AWAY = 1001

/** Sends bus events to the sockets that may open the topic. */
export function openRealtime({
  db,
  callers,
  bus,
  log,
  clock,
  waitingWork,
}: {
  db: Db
  callers: Callers
  bus: Bus
  log: Log
  clock: Clock
  waitingWork: () => WaitingWork['vessels']
}): Realtime {
  const clients = new Set<Client>()
  const broadcasts = new Map<string, Broadcast>()
  const listenings = new Set<{
    organizationId: string
    source: Source
    onKeys: (keys: readonly string[]) => void
  }>()
  const preparation: TopicSources['preparation'] = { now: null, isNew: false }
  const sources: TopicSources = {
    fleets: new Fleets(db, clock),
    trips: new ScopedChanges(),
    alerts: new ScopedChanges(),
    helms: new HelmChanges(),
    rules: new Set(),
    preparation,
    preparing: new PreparingSpans({ db, clock, waitingWork, preparation }),
    basemap: { isNew: false },
  }
  const { fleets, trips, alerts, helms, rules, preparing, basemap } = sources
  /** News of other processes may have been lost. */
  let hasMissed = false
  let isClosed = false

  const exchange = {
    async join(client: Client, topic: string, caller: Caller) {
      const { audience, source } = await openTopic(topic, caller, sources)
      const broadcast = broadcasts.get(audience) ?? new Broadcast(topic, source, clock)
      broadcasts.set(audience, broadcast)
      broadcast.listeners.add(client)
      return broadcast
    },
    leave(client: Client, broadcast: Broadcast) {
      broadcast.listeners.delete(client)
    },
    async look(topic: string, caller: Caller) {
      const { source } = await openTopic(topic, caller, sources)
      return new Broadcast(topic, source, clock).frame(null)
    },
  }

  /** Waits for nothing, so that no news can come between publishing and forgetting them. */
  function publish() {
    for (const broadcast of broadcasts.values()) broadcast.publish()
    for (const { source, onKeys } of listenings) {
      const keys = source.changed()
      if (keys.length > 0) onKeys(keys)
    }
    for (const fleet of fleets.loaded) {
      fleet.changed.clear()
      if (!fleet.reshaped) continue
      fleet.reshaped = false
      for (const client of clients)
        if (client.caller?.organizationId === fleet.organizationId) client.rejoin()
    }
    trips.clear()
    alerts.clear()
    helms.clear()
    rules.clear()
    preparation.isNew = false
    preparing.clear()
    basemap.isNew = false
    for (const client of clients) client.outbox.tend((topic, keys) => client.latest(topic, keys))
  }

  /** Apart from publishing, which must not wait for busy records. */
  async function refresh() {
    dropUnwatched()
    const isWhole = hasMissed
    hasMissed = false
    try {
      for (const fleet of [...fleets.loaded]) await fleets.refresh(fleet, isWhole)
    } catch (error) {
      hasMissed ||= isWhole
      throw error
    }
    // A client that gets a topic as a whole reads its subject again.
    if (isWhole) for (const client of clients) client.rejoin()
  }

  function dropUnwatched() {
    const watched = new Set([...clients].map(({ caller }) => caller?.organizationId))
    for (const { organizationId } of listenings) watched.add(organizationId)
    for (const { organizationId } of [...fleets.loaded])
      if (!watched.has(organizationId)) fleets.drop(organizationId)
    for (const [audience, broadcast] of broadcasts)
      if (broadcast.listeners.size === 0) broadcasts.delete(audience)
  }

  function sendAlive() {
    for (const client of clients) client.sendAlive()
  }

  /** Takes rights away that are no longer there, and ends sockets that never signed in. */
  async function inspect() {
    const nowMs = clock.nowMs()
    const signedIn: Client[] = []
    for (const client of clients) {
      if (client.claims) signedIn.push(client)
      else if (nowMs - client.openedMs > SIGN_IN_WITHIN_MS) client.end(SIGN_IN_AGAIN, 'not signed in')
    }
    if (signedIn.length === 0) return
    const present = await callers.ofClaims(signedIn.flatMap(({ claims }) => claims ?? []))
    signedIn.forEach((client, i) => {
      if (clients.has(client)) client.recognise(present[i] ?? null)
    })
  }

  const later = (what: string, work: () => void | Promise<void>, everyMs: number) => {
    const run = () =>
      void Promise.resolve()
        .then(work)
        .catch((error) => log.error(`${what} failed and will be tried again`, { error }))
        .finally(() => {
          if (!isClosed) timers.set(what, setTimeout(run, everyMs))
        })
    timers.set(what, setTimeout(run, everyMs))
  }
  const timers = new Map<string, NodeJS.Timeout>()
  later('publishing to sockets', publish, PUBLISH_MS)
  later('refreshing fleets', refresh, REFRESH_MS)
  later(
    'reading what is being prepared',
    () => preparing.refresh((audience) => (broadcasts.get(audience)?.listeners.size ?? 0) > 0),
    PREPARING_MS,
  )
  later('inspecting sockets', inspect, INSPECT_MS)
  later('sending signs of life', sendAlive, ALIVE_EVERY_MS)

  const leave = [
    bus.subscribe('vessel.moved', (event) => fleets.moved(event)),
    bus.subscribe('vessel.changed', ({ organizationId, vesselId }) =>
      fleets.changed(organizationId, vesselId),
    ),
    ...(['trip.started', 'trip.changed', 'trip.ended'] as const).map((type) =>
      bus.subscribe(type, (event) => {
        trips.note(event.tripId, event)
        fleets.changed(event.organizationId, event.vesselId)
      }),
    ),
    ...(['alert.raised', 'alert.changed'] as const).map((type) =>
      bus.subscribe(type, (event) => {
        alerts.note(event.alertId, event)
        helms.note(event)
      }),
    ),
    ...(['helm.changed', 'trip.started', 'trip.ended', 'vessel.changed'] as const).map((type) =>
      bus.subscribe(type, (event) => helms.note(event)),
    ),
    bus.subscribe('organization.changed', (event) => helms.noteAll(event)),
    bus.subscribe('rules.changed', ({ organizationId }) => {
      rules.add(organizationId)
    }),
    bus.subscribe('events.missed', () => {
      hasMissed = true
    }),
    bus.subscribe('basemap.changed', () => {
      basemap.isNew = true
    }),
    bus.subscribe('preparation.progressed', (event) => {
      preparation.now = event
      preparation.isNew = true
    }),
    bus.subscribe('rights.changed', () => {
      void inspect().catch((error) => log.error('inspecting sockets failed', { error }))
    }),
  ]

  return {
    connect(wire) {
      const client = new Client(wire, { callers, exchange, clock })
      clients.add(client)
      return client
    },
    disconnect(client) {
      clients.delete(client)
      client.gone()
    },
    async listen(topic, caller, onKeys) {
      const { source } = await openTopic(topic, caller, sources)
      const listening = { organizationId: caller.organizationId, source, onKeys }
      listenings.add(listening)
      // The type of the topic decides what its source reads.
      const read = source.read as Listening<typeof topic>['read']
      return { read: (keys) => read(keys), stop: () => listenings.delete(listening) }
    },
    get openSockets() {
      return clients.size
    },
    preparation,
    close() {
      isClosed = true
      for (const stop of leave) stop()
      for (const timer of timers.values()) clearTimeout(timer)
      for (const client of clients) client.end(GOING_AWAY, 'going away')
    },
  }
}
