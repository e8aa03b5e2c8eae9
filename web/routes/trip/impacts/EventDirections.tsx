import { ActionIcon, Popover } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent, SensorImpact } from '#contract/wire/impact.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { seriesQuery } from '../../../api/telemetry.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { PolarPlot } from '../../../plots/PolarPlot.tsx'
import { type Push, roseBins, strength } from '../../../plots/rose.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { impactLevel } from '../../../ui/impact.ts'
import classes from './EventDirections.module.css'
import { accelerations, fromAbove, fromSide, motionRequest } from './eventSeries.ts'
import { SensorKey } from './SensorKey.tsx'
import { sensorName } from './sensorName.ts'

/** Hulls about 60 px long: from above with the bow on top, and from starboard with the bow to the right. */
const ABOVE = 'M0-32C9-20 12-8 12 8V24Q12 29 7 29H-7Q-12 29-12 24V8C-12-8-9-20 0-32Z'
const SIDE = 'M-31-5H36Q27 9 14 11H-26Q-31 11-31 6ZM-14-5V-13H4L10-5'

/** Directions of the measured accelerations, seen from the side and from above. */
export function EventDirections({ trip, event }: { trip: Trip; event: ImpactEvent }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const motion = useQuery(seriesQuery(motionRequest(trip.id, event), false))
  const measured = motion.data && !motion.isPlaceholderData ? accelerations(motion.data, event) : []
  const limitG = trip.vessel.system_settings.impact_limit

  const plotOf = (see: (acceleration: SensorImpact['peak_acc']) => Push) => {
    const arrows = event.impacts.map((impact, slot) => {
      const push = see(impact.peak_acc)
      const label = t('impacts.event.pushed', {
        sensor: sensorName(t, impact),
        impact: formats.quantity(strength(push), 'g'),
      })
      return { id: impact.sensor_id, slot, label, ...push }
    })
    return {
      arrows,
      bins: roseBins(measured.map(see)),
      binLabel: (g: number) => t('impacts.event.pushedMost', { impact: formats.quantity(g, 'g') }),
      colourOf: (edgeG: number) => `var(--tf-im-${impactLevel(edgeG, limitG)})`,
      description: arrows.map(({ label }) => label).join('. '),
    }
  }
  const bow = t('impacts.location.bow')
  const stern = t('impacts.location.stern')
  return (
    <div className={classes.directions}>
      <PolarPlot
        title={t('impacts.event.sideView')}
        sides={[t('impacts.event.up'), bow, t('impacts.event.down'), stern]}
        boat={SIDE}
        {...plotOf(fromSide)}
      />
      <PolarPlot
        title={t('impacts.event.topView')}
        sides={[bow, t('impacts.location.starboard'), stern, t('impacts.location.port')]}
        boat={ABOVE}
        {...plotOf(fromAbove)}
      />
      <footer>
        <SensorKey impacts={event.impacts} />
        <Popover width={320} position="top-end" withArrow>
          <Popover.Target>
            <ActionIcon aria-label={t('impacts.event.directionsHelpName')}>
              <Icon of={IconHelp} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>{t('impacts.event.directionsHelp')}</Popover.Dropdown>
        </Popover>
      </footer>
    </div>
  )
}
