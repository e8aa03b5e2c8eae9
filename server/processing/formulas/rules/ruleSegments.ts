import { isForVessel } from '#contract/wire/rule.ts'
import type { GeofenceVersion, PlaceVersion, RuleVersion } from '#server/records/ruleHistory.ts'
import type { Version } from '#server/records/versions.ts'
import { type CompiledRule, compileRule } from './compileRule.ts'
import type { FenceVersion } from './ruleFold.ts'

/** Interval in which a rule is evaluated for a vessel by unchanged conditions. */
export interface Segment {
  /** Stays equal as long as nothing about the segment changed. */
  key: string
  ruleId: string
  fromUs: number
  /** Infinite while it is in force. */
  untilUs: number
  rule: CompiledRule
  fences: readonly FenceVersion[]
  /** Versions of the rule in the segment, in time order: words and recipients may change during an alert. */
  versions: readonly RuleVersion[]
}

/** Versions of everything in an organization that affects its rules. */
export interface RuleHistory {
  rules: readonly RuleVersion[]
  fences: readonly GeofenceVersion[]
  vessels: readonly PlaceVersion[]
  /** Parent of each department; null for the department that stands for the organization. */
  parentOf: ReadonlyMap<string, string | null>
}

/** Segments evaluated for a vessel: rules that were enabled and meant for her while she was in their department. */
export function ruleSegments(history: RuleHistory, vessel: { id: string; departmentId: string }): Segment[] {
  const vesselId = vessel.id
  const places = placesOf(history, vessel)
  const segments: Segment[] = []
  for (const [ruleId, versions] of Map.groupBy(history.rules, ({ subjectId }) => subjectId)) {
    let last: (Segment & { logic: string }) | null = null
    for (const version of versions) {
      const { content } = version
      if (!content.enabled || !isForVessel(content.vessels, vesselId)) continue
      const { type, severity, definition } = content
      const logic = JSON.stringify([type, severity, definition])
      for (const place of places) {
        if (!isWithin(history, place.departmentId, content.departmentId)) continue
        const fromUs = Math.max(version.fromMs * 1000, place.fromUs)
        const untilUs = Math.min(endOf(version), place.untilUs)
        if (fromUs >= untilUs) continue
        if (last && last.untilUs === fromUs && last.logic === logic) {
          last.untilUs = untilUs
          if (last.versions.at(-1) !== version) last.versions = [...last.versions, version]
          last.key = keyOf(last)
          continue
        }
        const rule = compileRule(content)
        if (!rule) continue
        const fences = fencesOf(history.fences, rule.fenceIds)
        if (rule.fenceIds.length > 0 && fences.length === 0) continue
        const segment: Segment & { logic: string } = {
          key: '',
          ruleId,
          fromUs,
          untilUs,
          rule,
          fences,
          versions: [version],
          logic,
        }
        segment.key = keyOf(segment)
        segments.push(segment)
        last = segment
      }
    }
  }
  return segments
}

/** A rule of a department applies to its vessels and those of the departments below. */
function isWithin({ parentOf }: RuleHistory, departmentId: string, above: string): boolean {
  for (let id: string | null | undefined = departmentId; id; id = parentOf.get(id))
    if (id === above) return true
  return false
}

const endOf = ({ untilMs }: Version<unknown>) =>
  untilMs === null ? Number.POSITIVE_INFINITY : untilMs * 1000

const keyOf = ({ ruleId, fromUs, untilUs, fences, logic }: Segment & { logic: string }) =>
  [
    ruleId,
    fromUs,
    untilUs,
    logic,
    fences.map(({ id, fromUs, untilUs }) => `${id} ${fromUs} ${untilUs}`),
  ].join()

/** Departments of a vessel over time; the first one also counts for the time before it. */
function placesOf({ vessels }: RuleHistory, { id, departmentId }: { id: string; departmentId: string }) {
  const own = vessels.filter(({ subjectId }) => subjectId === id)
  if (own.length === 0)
    return [{ departmentId, fromUs: Number.NEGATIVE_INFINITY, untilUs: Number.POSITIVE_INFINITY }]
  return own.map((version, i) => ({
    departmentId: version.content.departmentId,
    fromUs: i === 0 ? Number.NEGATIVE_INFINITY : version.fromMs * 1000,
    untilUs: endOf(version),
  }))
}

function fencesOf(all: RuleHistory['fences'], ids: readonly string[]): FenceVersion[] {
  return all
    .filter(({ subjectId }) => ids.includes(subjectId))
    .map((version) => ({
      id: version.subjectId,
      name: version.content.name,
      fromUs: version.fromMs * 1000,
      untilUs: endOf(version),
      geometry: version.content,
    }))
}

/** Version of the rule at a moment of the segment. */
export const versionAt = ({ versions }: Segment, timeUs: number): RuleVersion | undefined =>
  versions.findLast(({ fromMs }) => fromMs * 1000 <= timeUs) ?? versions[0]
