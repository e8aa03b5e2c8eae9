import { IconCircleCheck, IconHourglass, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { arrivingStatusQuery } from '../api/vesselStatus.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { useServerNow } from '../live/useServerNow.ts'
import { useVessel } from '../live/vesselStates.ts'
import { useSeriesName } from '../plots/useSeriesName.ts'
import { Icon } from '../ui/Icon.tsx'
import { type Arrived, arrivedNow } from './arrivedNow.ts'
import classes from './devices.module.css'

/** A line that says what arrives from a vessel at this moment, and what its trips still miss. */
export function FirstData({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const nameOf = useSeriesName()
  const formats = useFormats()
  const nowMs = useServerNow()
  const live = useVessel(vesselId)
  const { data: status } = useQuery(arrivingStatusQuery(vesselId))
  const fields = Object.values(status ?? {}).flatMap((devices) => devices.flatMap(({ fields }) => fields))
  const arrived = arrivedNow(fields, live, nowMs)
  const sentence = ({ newestMs, named, others }: Arrived) => {
    const values = {
      ago: formats.ago(newestMs, nowMs),
      names: named.map((name) => (name === 'position' ? t('sources.position') : nameOf(name))).join(', '),
    }
    return others > 0
      ? t('connect.receivedMore', { ...values, count: others })
      : t('connect.received', values)
  }
  return (
    <div className={classes.firstData} aria-live="polite">
      {arrived ? (
        <>
          <p className={classes.arriving}>
            <Icon of={IconCircleCheck} size={16} />
            <span>{sentence(arrived)}</span>
          </p>
          {!(arrived.hasPosition && arrived.hasSpeed) && (
            <p>
              <Icon of={IconInfoCircle} size={16} />
              <span>{t(arrived.hasPosition ? 'connect.noSpeed' : 'connect.noPosition')}</span>
            </p>
          )}
        </>
      ) : (
        <p>
          <Icon of={IconHourglass} size={16} />
          <span>{t('connect.nothingYet')}</span>
        </p>
      )}
    </div>
  )
}
