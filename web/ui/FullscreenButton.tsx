import { useFullscreenDocument } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'

/** Button for full screen on wall screens; nothing where the browser lacks it. */
export function FullscreenButton({ className = '' }: { className?: string | undefined }) {
  const { t } = useTranslation()
  // The whole document, so that dialogs and toasts stay visible.
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
