import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import classes from './EventFlags.module.css'
import { FlagBadge } from './FlagBadge.tsx'
import { flagReason } from './flagReason.ts'

/** Likely causes from the circumstances, each with the numbers behind it. */
export function EventFlags({ event }: { event: ImpactEvent }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (event.flags.length === 0) return <p className={classes.none}>{t('impacts.event.noFlags')}</p>
  return (
    <dl className={classes.flags}>
      {event.flags.map((flag) => (
        <div key={flag}>
          <dt>
            <FlagBadge flag={flag} />
          </dt>
          <dd>{flagReason(flag, event, t, formats)}</dd>
        </div>
      ))}
    </dl>
  )
}
