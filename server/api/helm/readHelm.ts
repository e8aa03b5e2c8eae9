import { HOUR_US } from '#contract/domain/time.ts'
import type { Units } from '#contract/domain/unitChoice.ts'
import { mpsToKn } from '#contract/domain/units.ts'
import type { Language } from '#contract/text/language.ts'
import { Problem } from '#contract/wire/errors.ts'
import type { Helm, HelmAlert } from '#contract/wire/helm.ts'
import { isoOf } from '#contract/wire/instant.ts'
import { LIVE_WINDOW_MS } from '#contract/wire/vessel.ts'
import { wordsOfAlert } from '#contract/words/alertText.ts'
import { alertsAtHelm } from '#server/records/alerts.ts'
import * as helm from '#server/records/helm.ts'
import type { Db, Tx } from '#server/stores/relational/openRecords.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'
import { alertSpeech } from '#server/words/wordsIn.ts'
import { guidanceOf } from './guidanceOf.ts'

interface Stores {
  db: Db | Tx
  telemetry: Telemetry
}

/** Whatever was raised in this time is news at the helm, also of a boat that lies still. */
const AT_REST_US = HOUR_US

/** The helm of a vessel that the caller may see. */
export async function readHelm(
  { db, telemetry }: Stores,
  vesselId: string,
  { nowMs, language, units }: { nowMs: number; language: Language; units: Units },
): Promise<Helm> {
  const settings = await helm.helmSettings(db, vesselId)
  if (!settings) throw new Problem('not_found')
  const nowUs = nowMs * 1000
  const trip = await helm.tripUnderWay(db, vesselId, nowUs - LIVE_WINDOW_MS * 1000)
  const captain = trip ? trip.captain : await captainAtRest(db, settings, nowUs)
  const spans = trip ? await helm.helmSpans(db, { vesselId, endUs: null, ...trip }) : []
  const sinceUs = Math.min(trip?.startUs ?? nowUs, nowUs - AT_REST_US)
  const alerts = await alertsAtHelm(db, vesselId, { sinceUs, nowMs })
  return {
    vessel: {
      id: settings.id,
      name: settings.name,
      impact_limit: settings.impactLimitG,
      safety_speed_limit: knOrNull(settings.safetySpeedLimitMps),
    },
    captain,
    trip: trip && { id: trip.id, start_time: isoOf(trip.startUs) },
    spans: spans.map(toSpan),
    must_choose: settings.isForced && trip !== null && captain === null,
    guidance: await guidanceOf(telemetry, settings, nowUs),
    alerts: alerts.map(({ alert, untilMs, hasBanner }) => ({
      id: alert.id,
      severity: alert.severity as HelmAlert['severity'],
      type: alert.type as HelmAlert['type'],
      text: wordsOfAlert(alert, alertSpeech(language), units),
      trigger_time: isoOf(alert.triggerUs),
      native_banner: hasBanner,
      until: untilMs === null ? null : new Date(untilMs).toISOString(),
    })),
  }
}

/** Guidance of a vessel at this moment; null for a vessel that does not exist. */
export async function readGuidance({ db, telemetry }: Stores, vesselId: string, nowMs: number) {
  const settings = await helm.helmSettings(db, vesselId)
  return settings ? guidanceOf(telemetry, settings, nowMs * 1000) : null
}

type Settings = NonNullable<Awaited<ReturnType<typeof helm.helmSettings>>>

async function captainAtRest(db: Db | Tx, settings: Settings, nowUs: number) {
  const sinceUs = settings.isForced ? await helm.endOfTripBefore(db, settings.id, nowUs) : 0
  const turn = await helm.lastTurn(db, settings.id, sinceUs, nowUs)
  return turn ? turn.captain : settings.isForced ? null : settings.own
}

export const toSpan = ({
  captain,
  fromUs,
  toUs,
}: Awaited<ReturnType<typeof helm.helmSpans>>[number]): Helm['spans'][number] => ({
  captain,
  from: isoOf(fromUs),
  to: toUs === null ? null : isoOf(toUs),
})

const knOrNull = (mps: number | null) => (mps === null ? null : mpsToKn(mps))
