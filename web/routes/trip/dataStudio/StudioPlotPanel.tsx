import { IconChartDots, IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { tripSeriesQuery } from '#web/api/telemetry.ts'
import { downloadBlob } from '#web/downloads/downloadBlob.ts'
import { useFormats } from '#web/i18n/useFormats.ts'
import type { LinkedCursor } from '#web/plots/linkedCursor.ts'
import { PaneStack } from '#web/plots/PaneStack.tsx'
import { plotImage } from '#web/plots/plotImage.ts'
import { SeriesPicker } from '#web/plots/SeriesPicker.tsx'
import type { TimeRange } from '#web/plots/timeRange.ts'
import { useDropSeries } from '#web/plots/useDropSeries.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Late } from '#web/ui/Late.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useTokens } from '#web/ui/useTokens.ts'
import type { Detail } from './detail.ts'
import { PlotOptions } from './PlotOptions.tsx'
import classes from './Studio.module.css'
import type { StudioPlot } from './studio.ts'
import { useStudioSeries } from './useStudioSeries.ts'

interface Props {
  trip: Trip
  chart: StudioPlot
  /** Number of the plot, from 1. */
  number: number
  whole: Detail
  detail: Detail | null
  cursor: LinkedCursor
  range: TimeRange
  /** Called with a chosen time. */
  onMove?: (timeMs: number) => void
  onChange: (change: Partial<StudioPlot>) => void
  onDrop: (fields: readonly string[]) => void
  onRemove: () => void
}

export function StudioPlotPanel(props: Props) {
  const { trip, chart, number, whole, detail, cursor, range, onMove, onChange, onDrop, onRemove } = props
  const { t } = useTranslation()
  const formats = useFormats()
  const tokens = useTokens()
  const stack = useRef<HTMLDivElement>(null)
  const { data: available } = useQuery(tripSeriesQuery(trip.id))
  const { panes, stepMs, isPending, empty, failed } = useStudioSeries(trip, chart, whole, detail)
  useDropSeries({ empty, failed }, onDrop)
  const title = t('dataStudio.chart', { number })
  const limitG = trip.vessel.system_settings.impact_limit
  const limit = formats.number(limitG, limitG % 1 ? 1 : 0)

  const saveImage = async () => {
    const heading = `${t('trip.by', { vessel: trip.vessel.name })} · ${formats.dateTime(range.get()[0])}`
    const blob =
      stack.current && (await plotImage(stack.current, { title: heading, panes, tokens, marks: [], range }))
    const name = `${trip.vessel.name} ${trip.start_time.slice(0, 16).replace(':', '')} ${number}`
    if (blob) downloadBlob(blob, `${name}.png`)
  }
  return (
    <Panel
      title={title}
      flush
      aside={
        <>
          <SeriesPicker
            fields={chart.fields}
            onChange={(fields) => onChange({ fields })}
            available={available?.data}
            names={available?.names}
            position="bottom-end"
          />
          <span className={classes.tools}>
            <PlotOptions chart={chart} onChange={onChange} />
            <IconButton
              size={28}
              icon={IconDownload}
              label={t('chart.download')}
              onClick={() => void saveImage()}
              disabled={panes.length === 0}
            />
            <IconButton size={28} icon={IconTrash} label={t('dataStudio.remove')} onClick={onRemove} />
          </span>
        </>
      }
    >
      {panes.length > 0 ? (
        <div ref={stack} className={classes.chart}>
          <PaneStack
            label={title}
            panes={panes}
            stepMs={stepMs}
            cursor={cursor}
            range={range}
            limits={{ g: { value: limitG, label: t('trip.limitMark', { limit }) } }}
            suggestedMax={SUGGESTED_MAX}
            showsHow={stepMs > 1000}
            {...(onMove && { onMove })}
            even
            wheelScrolls
          />
        </div>
      ) : isPending && chart.fields.length > 0 ? (
        <Late>
          <div className={classes.waiting} role="status" aria-label={t('chart.loading')} />
        </Late>
      ) : (
        <div className={classes.empty}>
          <Notice
            icon={IconChartDots}
            title={t(chart.fields.length === 0 ? 'chart.nothingChosen' : 'chart.nothing')}
          />
        </div>
      )}
    </Panel>
  )
}

const SUGGESTED_MAX = { g: 5, '%': 100 }
