import { Accordion } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { EventDirections } from './EventDirections.tsx'
import { EventFlags } from './EventFlags.tsx'
import { EventMap } from './EventMap.tsx'
import { EventProfile } from './EventProfile.tsx'
import { EventSensors } from './EventSensors.tsx'
import { EventTiles } from './EventTiles.tsx'
import classes from './ImpactEventView.module.css'

const SECTIONS = ['flags', 'directions', 'profile', 'sensors'] as const

/** Location of an impact, its figures, and four sections that start open. */
export function ImpactEventView({ trip, event }: { trip: Trip; event: ImpactEvent }) {
  const { t } = useTranslation()
  const titles = {
    flags: t('impacts.event.flags', { count: event.flags.length }),
    directions: t('impacts.event.directions'),
    profile: t('impacts.event.profile'),
    sensors: t('impacts.event.sensors'),
  }
  const contents = {
    flags: <EventFlags event={event} />,
    directions: <EventDirections trip={trip} event={event} />,
    profile: <EventProfile trip={trip} event={event} />,
    sensors: <EventSensors event={event} limitG={trip.vessel.system_settings.impact_limit} />,
  }
  return (
    <>
      <div className={classes.top}>
        <EventMap trip={trip} event={event} />
        <EventTiles event={event} limitG={trip.vessel.system_settings.impact_limit} />
      </div>
      <Accordion
        multiple
        defaultValue={[...SECTIONS]}
        transitionDuration={0}
        order={3}
        classNames={{
          item: classes.item,
          control: classes.control,
          label: classes.label,
          content: classes.content,
          chevron: classes.chevron,
        }}
      >
        {SECTIONS.map((section) => (
          <Accordion.Item key={section} value={section}>
            <Accordion.Control>{titles[section]}</Accordion.Control>
            <Accordion.Panel>{contents[section]}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  )
}
