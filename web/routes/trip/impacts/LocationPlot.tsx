import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import { useFormats } from '#web/i18n/useFormats.ts'
import { impactLevel } from '#web/ui/impact.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { HULL_OUTLINE, hullPlaces } from './hullPlaces.ts'
import classes from './LocationPlot.module.css'

const LEAST_RADIUS = 8
const MORE_RADIUS = 6

/** Places of impacts on the hull: the circle has their number and the colour of the hardest. */
export function LocationPlot({ events, limitG }: { events: readonly ImpactEvent[]; limitG: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const places = hullPlaces(events).map((place) => ({
    ...place,
    label: t('impacts.locationCount', {
      location: t(`impacts.location.${place.location}`),
      count: place.count,
      peak: formats.quantity(place.peakG, 'g'),
    }),
  }))
  const most = Math.max(1, ...places.map(({ count }) => count))
  return (
    <Panel
      title={t('impacts.byLocation')}
      aside={<span className={classes.word}>{t('impacts.events')}</span>}
    >
      <svg
        className={classes.hull}
        viewBox="0 0 252 168"
        role="img"
        aria-label={places.map(({ label }) => label).join('. ')}
      >
        <path className={classes.outline} d={HULL_OUTLINE} />
        <path className={classes.centre} d="M34 84H214" />
        <text className={classes.side} x="126" y="12">
          {t('impacts.location.port')}
        </text>
        <text className={classes.side} x="126" y="165">
          {t('impacts.location.starboard')}
        </text>
        {places.map(({ location, x, y, count, peakG, label }) => (
          <Tooltip key={location} label={label} openDelay={0}>
            <g className={classes.place}>
              <circle
                cx={x}
                cy={y}
                r={LEAST_RADIUS + MORE_RADIUS * Math.sqrt(count / most)}
                style={{ color: `var(--tf-im-${impactLevel(peakG, limitG)})` }}
              />
              <text x={x} y={y + 4}>
                {formats.number(count)}
              </text>
            </g>
          </Tooltip>
        ))}
      </svg>
    </Panel>
  )
}
