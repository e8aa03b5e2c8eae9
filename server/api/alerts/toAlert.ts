import type { Alert } from '#contract/alert.ts'
import type { Language } from '#contract/language.ts'
import { alertText } from '#server/notify/alertText.ts'
import type { AlertRecord } from '#server/records/alerts.ts'

export const toAlert = (
  { alert, vessel, department, trip, acknowledgedBy }: AlertRecord,
  language: Language,
): Alert => ({
  id: alert.id,
  trigger_time: new Date(alert.triggerUs / 1000).toISOString(),
  severity: alert.severity as Alert['severity'],
  type: alert.type as Alert['type'],
  text: wordsOf(alert, language),
  facts: alert.facts,
  vessel_id: alert.vesselId,
  vessel: { ...vessel, department },
  trip_id: alert.tripId,
  trip: trip && { id: trip.id, visible: trip.visible, is_deleted: trip.isDeleted },
  rule_id: alert.ruleId,
  lat: alert.latitudeDeg,
  lon: alert.longitudeDeg,
  sources: alert.sources,
  acknowledged: alert.acknowledgedAt && { at: alert.acknowledgedAt.toISOString(), by: acknowledgedBy },
})

export const wordsOf = ({ facts, text }: AlertRecord['alert'], language: Language): string =>
  facts ? alertText(facts, language) : (text ?? '')
