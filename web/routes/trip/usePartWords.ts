import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScorePart } from '#contract/wire/scoreShares.ts'
import { useSpeedWords } from '../../ui/useSpeedWords.ts'

interface PartWords {
  label: string
  unit: string
  /** Factor from the API to the shown unit. */
  factor: number
}

/** Names and units of the score parts, which are also the axes of the safety profile. */
export function usePartWords(): Record<ScorePart, PartWords> {
  const { t } = useTranslation()
  const speedWord = useSpeedWords()
  return useMemo(
    () => ({
      safety_quality: { label: speedWord('quality'), unit: '%', factor: 100 },
      impact_frequency: { label: t('trip.stat.impactFrequency'), unit: '/nmi', factor: 1 },
      peak_impact: { label: t('trip.stat.peakImpact'), unit: 'g', factor: 1 },
      in_eco_speed_ratio: { label: t('trip.stat.eco'), unit: '%', factor: 100 },
    }),
    [t, speedWord],
  )
}
