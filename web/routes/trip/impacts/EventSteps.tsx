import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import classes from './ImpactEventView.module.css'
import { useImpactPlace } from './useImpactPlace.ts'

interface Props {
  trip: Trip
  event: ImpactEvent
  /** Events of the table, in its order. */
  among: readonly ImpactEvent[]
}

/** Buttons to the previous and next row of the table without leaving the dialog, also by the arrow keys. */
export function EventSteps({ trip, event, among }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const place = useImpactPlace(trip.id)
  const index = among.indexOf(event)
  const step = (by: number) => {
    const next = index < 0 ? undefined : among[index + by]
    if (next) void navigate({ ...place.of(next), replace: true, resetScroll: false })
  }
  useWindowEvent('keydown', ({ key, target, defaultPrevented }) => {
    // Plots, maps and selects use the arrow keys themselves.
    if (defaultPrevented || target instanceof HTMLInputElement) return
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  })
  if (index < 0) return null
  return (
    <div className={classes.steps}>
      <IconButton
        icon={IconChevronLeft}
        label={t('impacts.event.previous')}
        variant="default"
        disabled={index === 0}
        onClick={() => step(-1)}
      />
      <span>
        {t('impacts.event.place', {
          number: formats.number(index + 1),
          total: formats.number(among.length),
        })}
      </span>
      <IconButton
        icon={IconChevronRight}
        label={t('impacts.event.next')}
        variant="default"
        disabled={index === among.length - 1}
        onClick={() => step(1)}
      />
    </div>
  )
}
