import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createFormats, type Formats } from './formats.ts'
import { currentLanguage } from './i18n.ts'

export function useFormats(): Formats {
  const { t } = useTranslation()
  return useMemo(() => createFormats(currentLanguage(), t), [t])
}
