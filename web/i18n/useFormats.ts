import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Formats } from '#contract/words/formats.ts'
import { useChosenUnits } from './chosenUnits.ts'
import { formatsIn } from './formats.ts'
import { currentLanguage } from './i18n.ts'

export function useFormats(): Formats {
  const { t } = useTranslation()
  const units = useChosenUnits()
  return useMemo(() => formatsIn(currentLanguage(), t, units), [t, units])
}
