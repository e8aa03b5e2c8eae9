import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/useFormats.ts'
import { useLostSince } from '../live/lostSince.ts'
import { serverClock } from '../live/serverClock.ts'
import { Icon } from './Icon.tsx'

/** Notice of a lost connection and its time, on pages that only show the present state. */
export function LostConnection({ className = '' }: { className?: string | undefined }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const lostSince = useLostSince()
  if (lostSince === null) return null
  return (
    <p className={className} role="alert">
      <Icon of={IconPlugConnectedX} size={24} />
      {t('helm.lost', { time: formats.time(serverClock.atMs(lostSince)) })}
    </p>
  )
}
