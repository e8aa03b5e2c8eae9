import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Letters } from './positionText.ts'

/** Letters of north, east, south and west in the reader's language. */
export function useLetters(): Letters {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      N: t('format.compass.N'),
      E: t('format.compass.E'),
      S: t('format.compass.S'),
      W: t('format.compass.W'),
    }),
    [t],
  )
}
