import { LEAST_SHARE, type ScorePart, scoreShares } from '#contract/wire/scoreShares.ts'
import { SCORE_PARTS } from '#contract/wire/trip.ts'
import type { ImpactLevel } from '#web/ui/impact.ts'

export interface ProfileAxis {
  part: ScorePart
  /** 0.05 to 1, more is better. */
  share: number
}

/** Measured axes of the safety profile. */
export function profileAxes(stats: Readonly<Record<ScorePart, number | null>>): ProfileAxis[] {
  const shares = scoreShares(stats)
  return SCORE_PARTS.flatMap((part) => {
    const share = shares[part]
    return share === null ? [] : [{ part, share: Math.max(LEAST_SHARE, share) }]
  })
}

/** Colour of the worst axis: rose up to 0.1, amber up to 0.5, otherwise green. */
export function profileLevel(axes: readonly ProfileAxis[]): ImpactLevel {
  const least = Math.min(...axes.map(({ share }) => share))
  if (least <= 0.1) return 'high'
  return least <= 0.5 ? 'mid' : 'low'
}
