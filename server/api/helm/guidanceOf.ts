import { mpsToKn } from '#contract/domain/units.ts'
import { routeGuidance } from '#contract/wire/guidance.ts'
import type { Guidance } from '#contract/wire/helm.ts'
import { readEcoBand } from '#server/processing/formulas/analysis/readEcoBand.ts'
import type { Telemetry } from '#server/telemetry/telemetry.ts'

interface Settings {
  number: number
  hasGuidance: boolean
  guidanceMode: string
  safetySpeedLimitMps: number | null
  topSpeedMps: number | null
  cruisingSpeedMps: number | null
}

/**
 * Speed advice for a vessel; null without route guidance in its organization, or without the needed speeds.
 */
export async function guidanceOf(
  telemetry: Telemetry,
  settings: Settings,
  nowUs: number,
): Promise<Guidance | null> {
  const { number: vesselNumber, hasGuidance, guidanceMode, safetySpeedLimitMps } = settings
  if (!hasGuidance) return null
  const vessel = { ...settings, vesselNumber, startUs: nowUs }
  const band = guidanceMode === 'safety' ? null : await readEcoBand(telemetry, vessel)
  return routeGuidance({
    mode: (['safety', 'eco'] as const).find((mode) => mode === guidanceMode) ?? 'auto',
    limit: safetySpeedLimitMps === null ? null : mpsToKn(safetySpeedLimitMps),
    eco: band && {
      speed: mpsToKn(band.speedMps),
      from: mpsToKn(band.fromMps),
      to: mpsToKn(band.toMps),
    },
  })
}
