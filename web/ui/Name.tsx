import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NamesState } from '../loading/namesState.ts'
import { usePrinting } from './printing.ts'
import { Missing } from './Quantity.tsx'

interface Props {
  name: string | null | undefined
  names: NamesState
}

/** Name of a record: grey while loading, a message after a failure, a dash without a name. */
export function Name({ name, names }: Props) {
  const { t } = useTranslation()
  const printing = usePrinting()
  if (name != null) return name
  if (names === 'known') return <Missing />
  if (names === 'failed') return <i>{t('common.nameFailed')}</i>
  // Paper shows an ellipsis instead of a grey bar.
  return printing ? (
    '…'
  ) : (
    <Skeleton
      component="span"
      display="inline-block"
      width={120}
      height={12}
      role="img"
      aria-label={t('common.nameLoading')}
    />
  )
}
