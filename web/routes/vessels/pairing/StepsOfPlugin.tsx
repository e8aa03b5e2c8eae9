import { useTranslation } from 'react-i18next'
import type { Vessel } from '#contract/wire/vessel.ts'
import classes from './Connect.module.css'
import { CopyLines } from './CopyLines.tsx'
import { installPlugin } from './connectLines.ts'
import { PairStep } from './PairStep.tsx'

/** Steps for a Signal K server: its plugin is installed and set in its own admin page. */
export function StepsOfPlugin({ vessel, origin }: { vessel: Vessel; origin: string }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.steps}>
      <li>
        <p>{t('connect.plugin.install')}</p>
        <CopyLines lines={installPlugin(origin)} />
        <p className={classes.hint}>{t('connect.plugin.venus')}</p>
      </li>
      <li>
        <p>{t('connect.plugin.address')}</p>
        <CopyLines lines={origin} />
      </li>
      <li>
        <p>{t('connect.plugin.code')}</p>
        <PairStep vessel={vessel} />
      </li>
    </ol>
  )
}
