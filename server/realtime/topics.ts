import { Problem } from '#contract/wire/errors.ts'
import { TOPICS, type TopicData, type TopicName, topicOf } from '#contract/wire/realtime.ts'
import type { WireMapVessel } from '#contract/wire/vessel.ts'
import type { Caller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'
import type { BusEventOf } from '#server/platform/events.ts'
import { isVisible, type Scope } from '#server/records/scope.ts'
import type { Source } from './broadcast.ts'
import { type Fleet, type Fleets, liveOf, type Watched } from './fleets.ts'
import type { HelmChanges } from './helmChanges.ts'
import type { PreparingSpans } from './preparing.ts'
import type { ScopedChanges } from './scopedChanges.ts'

/** A topic for one caller. Callers with equal audiences receive equal frames. */
export interface Subscription {
  audience: string
  source: Source
}

export interface TopicSources {
  fleets: Fleets
  trips: ScopedChanges
  alerts: ScopedChanges
  helms: HelmChanges
  /** Organizations whose rules changed since the last publishing. */
  rules: Set<string>
  preparation: { now: BusEventOf<'preparation.progressed'> | null; isNew: boolean }
  preparing: PreparingSpans
  basemap: { isNew: boolean }
}

/** Throws `not_allowed`, or `not_found` both for missing subjects and for those of others. */
export async function openTopic(topic: string, caller: Caller, sources: TopicSources): Promise<Subscription> {
  const known = topicOf(topic)
  if (!known) throw new Problem('not_found')
  const scope = reachOf(TOPICS[known.name].access, caller)
  if (!scope) throw new Problem('not_allowed')
  return OPENERS[known.name]({ topic, scope, vesselId: known.vesselId, sources })
}

interface Asked {
  topic: string
  scope: Scope
  vesselId: string
  sources: TopicSources
}
interface Opened<Data> {
  audience: string
  source: Source<Data>
}

/** Compiles only with a source of the content that the contract declares for each topic. */
const OPENERS: {
  readonly [Name in TopicName]: (asked: Asked) => Opened<TopicData[Name]> | Promise<Opened<TopicData[Name]>>
} = {
  async vessel_map_view({ topic, scope, sources }) {
    const fleet = await sources.fleets.of(scope.organizationId)
    return { audience: audienceOf(topic, scope), source: fleetSource(fleet, scope) }
  },
  trips: ({ topic, scope, sources }) => ({
    audience: audienceOf(topic, scope),
    source: sources.trips.sourceFor(scope),
  }),
  alerts: ({ topic, scope, sources }) => ({
    audience: audienceOf(topic, scope),
    source: sources.alerts.sourceFor(scope),
  }),
  rules: ({ topic, scope: { organizationId }, sources }) => ({
    audience: `${topic} ${organizationId}`,
    source: rulesSource(sources.rules, organizationId),
  }),
  preparation: ({ topic, sources }) => ({
    audience: topic,
    source: preparationSource(sources.preparation),
  }),
  async preparing({ topic, scope, sources }) {
    const audience = audienceOf(topic, scope)
    return { audience, source: await sources.preparing.of(audience, scope) }
  },
  basemap: ({ topic, sources }) => ({ audience: topic, source: basemapSource(sources.basemap) }),
  async 'vessels/v3/:id'(asked) {
    const fleet = await fleetOfVessel(asked)
    return { audience: asked.topic, source: vesselSource(fleet, asked.vesselId) }
  },
  async 'helm/:id'(asked) {
    const { topic, scope, vesselId, sources } = asked
    await fleetOfVessel(asked)
    return { audience: topic, source: sources.helms.sourceFor(vesselId, scope.organizationId) }
  },
}

async function fleetOfVessel({ scope, vesselId, sources }: Asked): Promise<Fleet> {
  const fleet = await sources.fleets.of(scope.organizationId)
  const vessel = fleet.vessels.get(vesselId)
  if (!vessel || !sees(scope, vessel)) throw new Problem('not_found')
  return fleet
}

const audienceOf = (topic: string, { organizationId, departmentIds }: Scope) =>
  `${topic} ${organizationId} ${departmentIds === null ? '*' : [...departmentIds].sort().join(',')}`

const sees = (scope: Scope, vessel: Watched) =>
  isVisible(scope, { organizationId: scope.organizationId, departmentId: vessel.department_id })

function fleetSource(fleet: Fleet, scope: Scope): Source<WireMapVessel[]> {
  const visible = (id: string) => {
    const vessel = fleet.vessels.get(id)
    return vessel && sees(scope, vessel) ? [vessel] : []
  }
  return {
    changed: () => [...fleet.changed].filter((id) => visible(id).length > 0),
    read: (keys) => [...(keys ?? fleet.vessels.keys())].flatMap(visible).map(toMapVessel),
  }
}

const toMapVessel = ({ paired: _, ...vessel }: Watched): WireMapVessel => vessel

const vesselSource = (fleet: Fleet, id: string): Source<TopicData[`vessels/v3/${string}`]> => ({
  changed: () => (fleet.changed.has(id) ? [id] : []),
  read: () => {
    const vessel = fleet.vessels.get(id)
    return vessel ? { ...liveOf(vessel), status: vessel.status } : null
  },
})

/** Sends only that a rule has changed: subscribers then request what they may see of it. */
const rulesSource = (changed: ReadonlySet<string>, organizationId: string): Source<TopicData['rules']> => ({
  changed: () => (changed.has(organizationId) ? [organizationId] : []),
  read: (keys) => [...(keys ?? [])],
})

/** All callers receive the same map. */
const basemapSource = (basemap: TopicSources['basemap']): Source<TopicData['basemap']> => ({
  changed: () => (basemap.isNew ? ['basemap'] : []),
  read: (keys) => [...(keys ?? [])],
})

const preparationSource = (preparation: TopicSources['preparation']): Source<TopicData['preparation']> => ({
  changed: () => (preparation.isNew ? ['preparation'] : []),
  read: () => {
    const { now } = preparation
    return now && now.done < now.total ? { done: now.done, total: now.total, what: now.what } : null
  },
})
