import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NamesState } from '../loading/namesState.ts'
import { usePrinting } from './printing.ts'
import { Missing } from './Quantity.tsx'

interface Props {
  name: string | null | undefined
  names: NamesState
}

/** The name of a thing: grey while names are read, words when they could not be read, a dash when it has none. */
export function Name({ name, names }: Props) {
  const { t } = useTranslation()
  const printing = usePrinting()
  if (name != null) return name
  if (names === 'known') return <Missing />
  if (names === 'failed') return <i>{t('common.nameFailed')}</i>
  // Grey bars say nothing on paper.
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
