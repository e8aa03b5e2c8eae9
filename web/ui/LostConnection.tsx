import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/useFormats.ts'
import { useLostSince } from '../live/lostSince.ts'
import { serverClock } from '../live/serverClock.ts'
import { Icon } from './Icon.tsx'

/** Since when the server is silent, on pages that show how things are and nothing else. */
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
