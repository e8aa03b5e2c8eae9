import { ActionIcon, Button } from '@mantine/core'
import { IconChartDots, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#contract/wire/alert.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { downloadBlob } from '#web/downloads/downloadBlob.ts'
import { useFormats } from '#web/i18n/useFormats.ts'
import type { LinkedCursor } from '#web/plots/linkedCursor.ts'
import { type PaneMark, PaneMarks } from '#web/plots/PaneMarks.tsx'
import { PaneStack } from '#web/plots/PaneStack.tsx'
import { plotImage } from '#web/plots/plotImage.ts'
import { createTimeRange } from '#web/plots/timeRange.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Late } from '#web/ui/Late.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useTokens } from '#web/ui/useTokens.ts'
import type { Player } from '../../replay/player.ts'
import { withMoment } from '../../trips/moment/momentInAddress.ts'
import { type AlertFocus, useFocusedAlert } from './alerts/alertFocus.ts'
import { SeriesChoice } from './SeriesChoice.tsx'
import classes from './TripPlot.module.css'
import { TripPlotTools } from './TripPlotTools.tsx'
import { useTripSeries } from './useTripSeries.ts'

interface Props {
  trip: Trip
  player: Player
  cursor: LinkedCursor
  alerts: readonly Alert[]
  focus: AlertFocus
  onClose: () => void
}

/** Measurements of the trip over time; a click on a moment shows its minute by the second. */
export function TripPlot({ trip, player, cursor, alerts, focus, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const tokens = useTokens()
  const navigate = useNavigate({ from: '/map/trips/$tripId' })
  const { fields, setFields, query, panes, minute, stepMs, fromMs, toMs } = useTripSeries(trip)
  const [range] = useState(() => createTimeRange([fromMs, toMs]))
  const stack = useRef<HTMLDivElement>(null)
  useEffect(() => range.cover([fromMs, toMs]), [range, fromMs, toMs])
  const focused = useFocusedAlert(focus)
  const marks = useMarks(alerts)
  const alertOf = (id: string | null) => alerts.find((alert) => alert.id === id) ?? null

  const limitG = trip.vessel.system_settings.impact_limit
  const limit = formats.number(limitG, limitG % 1 ? 1 : 0)
  const moveTo = (timeMs: number) => {
    player.pause()
    player.seek(timeMs)
  }
  const showWhole = () => void navigate({ search: (now) => ({ ...now, minute: undefined }) })
  const showMinuteOf = (timeMs: number) => {
    moveTo(timeMs)
    void navigate({ search: (now) => withMoment({ ...now, minute: 0 }, player.get().timeMs) })
  }
  const download = async () => {
    const title = `${t('trip.by', { vessel: trip.vessel.name })} · ${formats.dateTime(fromMs)}`
    const blob = stack.current && (await plotImage(stack.current, { title, panes, tokens, marks, range }))
    if (blob) downloadBlob(blob, `${trip.vessel.name} ${trip.start_time.slice(0, 16).replace(':', '')}.png`)
  }
  const write = minute === undefined ? formats.time : formats.timeSeconds
  return (
    <section className={classes.panel} aria-label={t('chart.title')}>
      <header className={classes.head}>
        <h2>{t('chart.title')}</h2>
        <span className={classes.span}>
          {write(fromMs)} – {write(toMs)} · {formats.number(stepMs / 1000)} s
        </span>
        {minute !== undefined && (
          <Button size="sm" variant="default" onClick={showWhole}>
            {t('chart.fullTrip')}
          </Button>
        )}
        <span className={classes.tools}>
          <SeriesChoice
            tripId={trip.id}
            fields={fields}
            onChange={setFields}
            entries={query.isPlaceholderData ? undefined : query.data}
          />
          <TripPlotTools player={player} range={range} onDownload={download} canDownload={panes.length > 0} />
          <ActionIcon className={classes.close} size={28} aria-label={t('chart.close')} onClick={onClose}>
            <Icon of={IconX} size={16} />
          </ActionIcon>
        </span>
      </header>
      <div ref={stack} className={classes.body}>
        {query.isError && !query.data ? (
          <LoadFailed sentence={t('chart.failed')} error={query.error} onRetry={query.refetch} />
        ) : panes.length > 0 ? (
          <>
            <PaneStack
              label={t('chart.title')}
              panes={panes}
              stepMs={stepMs}
              cursor={cursor}
              range={range}
              limits={{ g: { value: limitG, label: t('trip.limitMark', { limit }) } }}
              suggestedMax={{ g: 5, '%': 100 }}
              showsHow={stepMs > 1000}
              onMove={moveTo}
              onPick={minute === undefined ? showMinuteOf : undefined}
            />
            <PaneMarks
              marks={marks}
              focusedId={focused?.alert.id ?? null}
              range={range}
              onHover={(id) => focus.hover(alertOf(id), 'chart')}
              onPick={(id) => focus.press(alertOf(id), 'chart')}
            />
          </>
        ) : query.isPending && fields.length > 0 ? (
          <Late>
            <div className={classes.waiting} role="status" aria-label={t('chart.loading')} />
          </Late>
        ) : (
          <Notice
            icon={IconChartDots}
            title={t(fields.length === 0 ? 'chart.nothingChosen' : 'chart.nothing')}
          />
        )}
      </div>
    </section>
  )
}

function useMarks(alerts: readonly Alert[]): readonly PaneMark[] {
  const { t } = useTranslation()
  return useMemo(
    () =>
      alerts.map(({ id, trigger_time, severity, text }) => ({
        id,
        timeMs: Date.parse(trigger_time),
        severity,
        label: `${t(`severity.${severity}`)}: ${text}`,
      })),
    [alerts, t],
  )
}
