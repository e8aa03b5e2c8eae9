import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/wire/alert.ts'

/** Text of an alert. An alert that later data withdrew is struck out and marked as withdrawn. */
export function AlertWords({ alert: { text, withdrawn } }: { alert: Pick<Alert, 'text' | 'withdrawn'> }) {
  const { t } = useTranslation()
  if (!withdrawn) return text
  return (
    <>
      <s>{text}</s> · {t('alerts.withdrawn')}
    </>
  )
}
