import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent, ImpactReport } from '#contract/wire/impact.ts'
import type { Trip } from '#contract/wire/trip.ts'
import type { ImpactSearch } from '../../../searchParameters.ts'
import classes from './ImpactAnalytics.module.css'
import { ImpactTable } from './ImpactTable.tsx'
import { ImpactTimeline } from './ImpactTimeline.tsx'
import type { ImpactRange } from './impactRange.ts'
import { LocationPlot } from './LocationPlot.tsx'
import { SensorPeaks } from './SensorPeaks.tsx'
import { useImpactPlace } from './useImpactPlace.ts'

interface Props {
  trip: Trip
  report: ImpactReport
  search: ImpactSearch
  range: ImpactRange
  /** Events within the range, in the order of the table. */
  shown: readonly ImpactEvent[]
}

/** Plots of all impacts of a trip, above the table of the chosen impacts. */
export function ImpactAnalytics({ trip, report, search, range, shown }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const place = useImpactPlace(trip.id)
  const [hovered, setHovered] = useState<ImpactEvent | null>(null)
  const limitG = trip.vessel.system_settings.impact_limit
  const open = (event: ImpactEvent) => void navigate({ ...place.of(event), resetScroll: false })
  return (
    <>
      {!report.complete && (
        <p className={classes.soFar} role="status">
          {t('impacts.soFar')}
        </p>
      )}
      <div className={classes.cards}>
        <ImpactTimeline
          trip={trip}
          events={report.impact_events}
          range={range}
          limitG={limitG}
          hovered={hovered}
          onHover={setHovered}
          onOpen={open}
        />
        <LocationPlot events={shown} limitG={limitG} />
        <SensorPeaks sensors={report.sensors} limitG={limitG} />
      </div>
      <ImpactTable
        trip={trip}
        events={report.impact_events}
        shown={shown}
        range={range}
        search={search}
        limitG={limitG}
        onHover={setHovered}
      />
    </>
  )
}
