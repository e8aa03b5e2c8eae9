import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/wire/alert.ts'

/** What an alert says; one that later data took back is struck out, and says so. */
export function AlertWords({ alert: { text, withdrawn } }: { alert: Pick<Alert, 'text' | 'withdrawn'> }) {
  const { t } = useTranslation()
  if (!withdrawn) return text
  return (
    <>
      <s>{text}</s> · {t('alerts.withdrawn')}
    </>
  )
}
