import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import { Figure, Figures } from '../../../ui/Figures.tsx'
import { impactLevel } from '../../../ui/impact.ts'
import { Quantity } from '../../../ui/Quantity.tsx'
import classes from './EventTiles.module.css'
import { isClipped } from './PeakImpact.tsx'
import { RpmChange } from './RpmChange.tsx'

/** Six figures of an impact. */
export function EventTiles({ event, limitG }: { event: ImpactEvent; limitG: number }) {
  const { t } = useTranslation()
  const clipped = isClipped(event)
  return (
    <div className={classes.tiles}>
      <Figures>
        <Figure label={t('impacts.event.peak')} note={clipped && t('impacts.event.clipped')}>
          <span
            className={classes.level}
            style={{ background: `var(--tf-im-${impactLevel(event.peak_impact, limitG)})` }}
          />
          {clipped && '≥ '}
          <Quantity value={event.peak_impact} unit="g" />
        </Figure>
        <Figure label={t('impacts.event.sog')}>
          <Quantity value={event.sog} unit="kn" />
        </Figure>
        <Figure label={t('impacts.event.location')}>{t(`impacts.location.${event.hull_location}`)}</Figure>
        <Figure label={t('impacts.event.depth')}>
          <Quantity value={event.min_water_depth} unit="m" />
        </Figure>
        <Figure label={t('impacts.event.rpm')} note={event.rpm_too_sparse && t('impacts.event.rpmTooSparse')}>
          <RpmChange rpm={event.max_rpm_change} />
        </Figure>
        <Figure label={t('impacts.event.closest')}>
          <Quantity value={event.distance_to_closest_vessel} unit="m" />
        </Figure>
      </Figures>
    </div>
  )
}
