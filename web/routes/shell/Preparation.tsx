import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preparation as Progress } from '#contract/wire/realtime.ts'
import { useTopic } from '../../live/useTopic.ts'
import classes from './TopBar.module.css'

/** Known names of server preparations, with their translations. */
const KNOWN: Partial<
  Record<string, 'top.preparingHistory' | 'top.preparingRecordings' | 'top.preparingFigures'>
> = {
  'Demo history': 'top.preparingHistory',
  Recordings: 'top.preparingRecordings',
  Figures: 'top.preparingFigures',
}

/** Progress of the server's background preparation; hidden once complete. */
export function Preparation() {
  const { t } = useTranslation()
  const [progress, setProgress] = useState<Progress | null>(null)
  useTopic('preparation', ({ data }) => setProgress(data))

  if (!progress || progress.total <= 0 || progress.done >= progress.total) return null
  const share = progress.done / progress.total
  const percent = Math.floor(share * 100)
  const known = KNOWN[progress.what]
  const words = known ? t(known, { percent }) : t('top.preparing', { what: progress.what, percent })
  return (
    <div className={classes.preparation}>
      <span>{words}</span>
      <span className={classes.track} role="progressbar" aria-label={words} aria-valuenow={percent}>
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </div>
  )
}
