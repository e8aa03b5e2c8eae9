import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Report.module.css'
import type { ReportTable } from './reportRows.ts'

/** Message over a table whose names failed to load. */
export function NamesFailed({ names, onRetry }: Pick<ReportTable, 'names' | 'onRetry'>) {
  const { t } = useTranslation()
  if (names !== 'failed') return null
  return (
    <p className={classes.namesFailed} role="alert">
      {t('common.namesFailed')}
      {onRetry && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      )}
    </p>
  )
}
