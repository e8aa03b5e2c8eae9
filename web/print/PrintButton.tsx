import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/IconButton.tsx'

/** Button that prints the page, as the browser's own menu does. */
export function PrintButton() {
  const { t } = useTranslation()
  return <IconButton icon={IconPrinter} label={t('print.print')} variant="default" onClick={() => print()} />
}
