import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../api/user.ts'

export type SpeedWord = 'speed' | 'limit' | 'average' | 'quality' | 'qualityShort'

/**
 * Words of the organization for the speed that keeps impacts low, for its limit and for how well it is kept. Either
 * safety speed and SQ, or comfort speed and CQ.
 */
export function useSpeedWords(): (word: SpeedWord) => string {
  const { t } = useTranslation()
  const name = useUser().company.settings.has_comfort_speed ? 'comfort' : 'safety'
  return useCallback((word) => t(`speedWords.${name}.${word}`), [t, name])
}
