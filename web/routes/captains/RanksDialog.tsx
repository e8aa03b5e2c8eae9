import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LADDER } from '#contract/domain/rank.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useFormats } from '../../i18n/useFormats.ts'
import classes from './CaptainPage.module.css'
import { useCaptain } from './openCaptain.ts'
import { StatisticsTab } from './StatisticsTab.tsx'

/** All ranks, highest first, with the captain's own. */
export function RanksDialog() {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const { id: captainId, rank } = useCaptain()
  const close = () => void navigate({ to: '/captains/$captainId', params: { captainId } })
  return (
    <>
      <StatisticsTab />
      <FormDialog title={t('captains.ladder')} onClose={close}>
        <ol className={classes.ladder} reversed>
          {LADDER.toReversed().map(([title, points]) => (
            <li key={title} {...(title === rank.title ? { 'aria-current': 'true' as const } : {})}>
              <span>{t(`rank.${title}`)}</span>
              <span>{t('captains.from', { points: formats.number(points) })}</span>
            </li>
          ))}
        </ol>
        <p className={classes.hint}>{t('captains.ladderHint')}</p>
      </FormDialog>
    </>
  )
}
