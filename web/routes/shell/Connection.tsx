import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveState } from '../../live/live.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './TopBar.module.css'

/** A hiccup heals by itself; what lasts longer than this the reader should know. */
const PATIENCE_MS = 3000

/** Says that what is on the screen may be old, while the live connection is lost. */
export function Connection() {
  const { t } = useTranslation()
  const state = useLiveState()
  const lost = state === 'waiting' || state === 'connecting'
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!lost) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [lost])
  if (!lasting) return null
  return (
    <div className={classes.connection} role="status">
      <Icon of={IconPlugConnectedX} size={16} />
      <span>{t('top.offline')}</span>
    </div>
  )
}
