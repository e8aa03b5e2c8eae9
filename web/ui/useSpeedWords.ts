import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../api/user.ts'

export type SpeedWord = 'speed' | 'limit' | 'average' | 'quality' | 'qualityShort'

/**
 * The organization's words for the safety speed, its limit and its score: safety speed and SQ, or comfort speed and
 * CQ.
 */
export function useSpeedWords(): (word: SpeedWord) => string {
  const { t } = useTranslation()
  const name = useUser().company.settings.has_comfort_speed ? 'comfort' : 'safety'
  return useCallback((word) => t(`speedWords.${name}.${word}`), [t, name])
}
