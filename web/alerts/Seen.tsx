import { Tooltip } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/wire/alert.ts'
import { Icon } from '../ui/Icon.tsx'

/** Mark of an acknowledged alert, with the person who acknowledged it. */
export function Seen({ acknowledged }: Pick<Alert, 'acknowledged'>) {
  const { t } = useTranslation()
  if (!acknowledged) return null
  const who = (acknowledged.by ?? acknowledged.api_key)?.name ?? t('alertCase.somebody')
  const words = t('alerts.acknowledgedBy', { who })
  return (
    <Tooltip label={words}>
      <span role="img" aria-label={words} style={{ display: 'inline-flex' }}>
        <Icon of={IconCheck} size={16} />
      </span>
    </Tooltip>
  )
}
