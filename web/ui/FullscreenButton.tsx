import { useFullscreenDocument } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'

/** For pages that stand on a screen of their own; nothing where the browser cannot. */
export function FullscreenButton({ className = '' }: { className?: string | undefined }) {
  const { t } = useTranslation()
  // All of the page, so that what it has to say above everything else is seen there too.
  const { toggle, fullscreen } = useFullscreenDocument()
  if (!document.fullscreenEnabled) return null
  return (
    <button
      type="button"
      className={className}
      aria-label={t(fullscreen ? 'helm.window' : 'helm.fullScreen')}
      onClick={() => void toggle()}
    >
      <Icon of={fullscreen ? IconMinimize : IconMaximize} size={24} />
    </button>
  )
}
