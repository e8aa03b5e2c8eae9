import { z } from 'zod'
import { Problem } from '#contract/errors.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Topic, TopicData } from '#contract/realtime.ts'
import type { MapVessel } from '#contract/vessel.ts'
import type { Caller } from '#server/access/caller.ts'
import { reachOf } from '#server/access/reachOf.ts'
import type { BusEventOf } from '#server/platform/events.ts'
import { isVisible, type Scope } from '#server/records/scope.ts'
import type { Source } from './channel.ts'
import { type Fleet, type Fleets, liveOf, type Watched } from './fleets.ts'
import type { HelmNews } from './helmNews.ts'
import type { ScopedNews } from './scopedNews.ts'

/** A topic as one caller receives it. Callers with the same audience receive the same. */
export interface Subscription {
  audience: string
  source: Source
}

export interface TopicSources {
  fleets: Fleets
  trips: ScopedNews
  alerts: ScopedNews
  helms: HelmNews
  /** Organizations whose rules changed since the last publishing. */
  rules: Set<string>
  preparation: { now: BusEventOf<'preparation.progressed'> | null; isNew: boolean }
  basemap: { isNew: boolean }
}

/** Throws `not_allowed`, or `not_found` for what does not exist as well as for what belongs to others. */
export async function openTopic(topic: string, caller: Caller, sources: TopicSources): Promise<Subscription> {
  if (topic === 'vessel_map_view') {
    const scope = demand('department:vessel-view', caller)
    const fleet = await sources.fleets.of(scope.organizationId)
    return carrying(topic, audienceOf(topic, scope), fleetSource(fleet, scope))
  }
  if (topic === 'trips') {
    const scope = demand('department:trip-view', caller)
    return carrying(topic, audienceOf(topic, scope), sources.trips.sourceFor(scope))
  }
  if (topic === 'alerts') {
    const scope = demand('department:alert-view', caller)
    return carrying(topic, audienceOf(topic, scope), sources.alerts.sourceFor(scope))
  }
  if (topic === 'rules') {
    const { organizationId } = demand('department:rule-view', caller)
    return carrying(topic, `${topic} ${organizationId}`, rulesSource(sources.rules, organizationId))
  }
  if (topic === 'preparation') return carrying(topic, topic, preparationSource(sources.preparation))
  if (topic === 'basemap') return carrying(topic, topic, basemapSource(sources.basemap))
  const [, kind, vesselId] = /^(vessels\/v3|helm)\/([^/]+)$/.exec(topic) ?? []
  if (!z.uuid().safeParse(vesselId).success || vesselId === undefined) throw new Problem('not_found')
  const scope = demand('vessel:vessel-view', caller)
  const fleet = await sources.fleets.of(scope.organizationId)
  const vessel = fleet.vessels.get(vesselId)
  if (!vessel || !sees(scope, vessel)) throw new Problem('not_found')
  if (kind === 'helm')
    return carrying(`helm/${vesselId}`, topic, sources.helms.sourceFor(vesselId, scope.organizationId))
  return carrying(`vessels/v3/${vesselId}`, topic, vesselSource(fleet, vesselId))
}

/** Compiles only with a source of what the contract says that the topic carries. */
const carrying = <T extends Topic>(
  _topic: T,
  audience: string,
  source: Source<TopicData[T]>,
): Subscription => ({ audience, source })

function demand(permission: Permission, caller: Caller): Scope {
  const scope = reachOf(permission, caller)
  if (!scope) throw new Problem('not_allowed')
  return scope
}

const audienceOf = (topic: string, { organizationId, departmentIds }: Scope) =>
  `${topic} ${organizationId} ${departmentIds === null ? '*' : [...departmentIds].sort().join(',')}`

const sees = (scope: Scope, vessel: Watched) =>
  isVisible(scope, { organizationId: scope.organizationId, departmentId: vessel.department_id })

function fleetSource(fleet: Fleet, scope: Scope): Source<MapVessel[]> {
  const visible = (id: string) => {
    const vessel = fleet.vessels.get(id)
    return vessel && sees(scope, vessel) ? [vessel] : []
  }
  return {
    news: () => [...fleet.changed].filter((id) => visible(id).length > 0),
    read: (keys) => [...(keys ?? fleet.vessels.keys())].flatMap(visible).map(toMapVessel),
  }
}

const toMapVessel = ({ paired: _, ...vessel }: Watched): MapVessel => vessel

const vesselSource = (fleet: Fleet, id: string): Source<TopicData[`vessels/v3/${string}`]> => ({
  news: () => (fleet.changed.has(id) ? [id] : []),
  read: () => {
    const vessel = fleet.vessels.get(id)
    return vessel ? { ...liveOf(vessel), status: vessel.status } : null
  },
})

/** That something did is all there is to tell: who hears it asks for what they may see of it. */
const rulesSource = (changed: ReadonlySet<string>, organizationId: string): Source<TopicData['rules']> => ({
  news: () => (changed.has(organizationId) ? [organizationId] : []),
  read: (keys) => [...(keys ?? [])],
})

/** It is the same map for everybody. */
const basemapSource = (basemap: TopicSources['basemap']): Source<TopicData['basemap']> => ({
  news: () => (basemap.isNew ? ['basemap'] : []),
  read: (keys) => [...(keys ?? [])],
})

const preparationSource = (preparation: TopicSources['preparation']): Source<TopicData['preparation']> => ({
  news: () => (preparation.isNew ? ['preparation'] : []),
  read: () => {
    const { now } = preparation
    return now && now.done < now.total ? { done: now.done, total: now.total, what: now.what } : null
  },
})
