import { type Units, WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import type { Language } from '#contract/text/language.ts'
import type { WireAlert } from '#contract/wire/alert.ts'
import { instanceNames } from '#contract/wire/instanceName.ts'
import { positionToWire } from '#contract/wire/wirePosition.ts'
import { namesInFacts, wordsOfAlert } from '#contract/words/alertText.ts'
import { keyOf } from '#server/records/actor.ts'
import { type AlertRecord, findAlert } from '#server/records/alerts.ts'
import type { Db } from '#server/stores/relational/openRecords.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'

export const toAlert = (
  {
    alert,
    vessel,
    department,
    trip,
    acknowledgedBy,
    acknowledgement,
    assignedTo,
    assignedBy,
    assignment,
  }: AlertRecord,
  language: Language,
  units: Units,
): WireAlert => ({
  id: alert.id,
  trigger_time: new Date(alert.triggerUs / 1000).toISOString(),
  ended_at: alert.endUs === null ? null : new Date(alert.endUs / 1000).toISOString(),
  ...(alert.isEndedBySilence ? { ended_by_silence: true } : {}),
  is_open: alert.isOpen,
  received_at: alert.createdAt.toISOString(),
  severity: alert.severity as WireAlert['severity'],
  type: alert.type as WireAlert['type'],
  text: wordsOfAlert(alert, alertSpeech(language), units),
  facts: alert.facts,
  ...(alert.board ? { board: alert.board } : {}),
  vessel_id: alert.vesselId,
  vessel: { ...vessel, department },
  trip_id: alert.tripId,
  trip: trip && { id: trip.id, visible: trip.visible, is_deleted: trip.isDeleted },
  rule_id: alert.ruleId,
  rule_version: alert.ruleVersion,
  instance: alert.instance,
  names: namesInFacts(alert.facts, alert.instance, instanceNames(alert.namedInstances)),
  withdrawn: alert.withdrawnAt && {
    at: alert.withdrawnAt.toISOString(),
    reason: alert.withdrawnReason ?? 'late_data',
  },
  assigned:
    assignedTo && alert.assignedAt
      ? {
          ...{ user: assignedTo, by: assignedBy, api_key: assignment && keyOf(assignment) },
          at: alert.assignedAt.toISOString(),
        }
      : null,
  silenced_until: alert.silencedUntil?.toISOString() ?? null,
  ...positionToWire({ latitudeDeg: alert.latitudeDeg, longitudeDeg: alert.longitudeDeg }),
  sources: alert.sources,
  acknowledged: alert.acknowledgedAt && {
    at: alert.acknowledgedAt.toISOString(),
    by: acknowledgedBy,
    api_key: acknowledgement && keyOf(acknowledgement),
  },
})

/** An alert for programs, independent of the caller; null once it is deleted. */
export async function alertOnWire(
  db: Db,
  organizationId: string,
  alertId: string,
): Promise<WireAlert | null> {
  const row = await findAlert(db, { organizationId, departmentIds: null }, alertId)
  return row && toAlert(row, 'en', WIRE_UNITS)
}
