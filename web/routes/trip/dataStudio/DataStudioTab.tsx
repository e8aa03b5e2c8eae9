import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { createLinkedCursor } from '../../../plots/linkedCursor.ts'
import { createTimeRange } from '../../../plots/timeRange.ts'
import { useTrip } from '../openTrip.ts'
import { useCursorMoment } from '../usePageMoment.ts'
import { wholeOf } from './detail.ts'
import classes from './Studio.module.css'
import { StudioBar, type StudioView } from './StudioBar.tsx'
import { StudioPlotPanel } from './StudioPlotPanel.tsx'
import { addChart, changeChart, dropFields, removeChart } from './studio.ts'
import { useDetail } from './useDetail.ts'
import { useStudio } from './useStudio.ts'

/** Plots that the user composes from any series of the catalogue, with one cursor and one zoom. */
export function DataStudioTab() {
  const trip = useTrip()
  const { studio, change } = useStudio(trip.id)
  const [view, setView] = useLocalStorage<StudioView>({
    key: 'data-studio-view',
    defaultValue: 'list',
    getInitialValueInEffect: false,
  })
  const whole = wholeOf(trip)
  const [cursor] = useState(createLinkedCursor)
  const goTo = useCursorMoment(trip, cursor)
  const [range] = useState(() => createTimeRange([whole.fromMs, whole.toMs]))
  useEffect(() => range.cover([whole.fromMs, whole.toMs]), [range, whole.fromMs, whole.toMs])
  const detail = useDetail(range, whole)
  return (
    <div className={classes.studio}>
      <StudioBar
        studio={studio}
        onChange={change}
        view={view}
        onView={setView}
        range={range}
        onAdd={() => change(addChart)}
      />
      <div className={view === 'grid' ? classes.grid : classes.list}>
        {studio.charts.map((chart, index) => (
          <StudioPlotPanel
            key={chart.id}
            trip={trip}
            chart={chart}
            number={index + 1}
            whole={whole}
            detail={detail}
            cursor={cursor}
            range={range}
            {...(goTo && { onMove: goTo })}
            onChange={(changed) => change((now) => changeChart(now, chart.id, changed))}
            onDrop={(fields) => change((now) => dropFields(now, chart.id, fields))}
            onRemove={() => change((now) => removeChart(now, chart.id))}
          />
        ))}
      </div>
    </div>
  )
}
