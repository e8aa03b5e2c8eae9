import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ruleField } from '#contract/domain/ruleFields.ts'
import { fieldName } from '#contract/domain/series.ts'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Alert, ConditionFacts } from '#contract/wire/alert.ts'
import { readable } from '#contract/words/formats.ts'
import { intervalQuery } from '#web/api/vesselStatus.ts'
import { useFormats } from '#web/i18n/useFormats.ts'
import { HistoryPlot } from '#web/plots/HistoryPlot.tsx'
import { historyLines, totalsOf } from '#web/plots/historyLines.ts'
import { useSeriesName } from '#web/plots/useSeriesName.ts'
import classes from './AlertPanel.module.css'

const AROUND_MS = 10 * MINUTE_MS
/** Longest time after the trigger that the plot shows: two hours. */
const LONGEST_MS = 120 * MINUTE_MS
const POINTS = 240
const HEIGHT_PX = 200

/**
 * Plot of each measured value behind the alert, from before to after it, with its limit. Empty where no series holds
 * the value.
 */
export function AlertPlot({ alert }: { alert: Alert }) {
  const conditions = alert.facts?.kind === 'threshold' ? alert.facts.conditions : []
  return conditions.map((condition) => (
    <ConditionPlot key={`${condition.field} ${condition.threshold}`} alert={alert} condition={condition} />
  ))
}

function ConditionPlot({ alert, condition }: { alert: Alert; condition: ConditionFacts }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const seriesName = useSeriesName()
  const known = ruleField(condition.source, condition.field)
  const series = known?.source === 'time-series' || known?.source === 'j1939' ? known.series : null
  const field = known && series ? fieldName(series, known.instance ?? alert.instance ?? 1) : ''
  const name = seriesName(field, alert.names?.[field])
  const momentMs = Date.parse(alert.trigger_time)
  const endMs = alert.ended_at === null ? momentMs : Date.parse(alert.ended_at)
  const fromMs = momentMs - AROUND_MS
  const toMs = Math.min(endMs + AROUND_MS, momentMs + LONGEST_MS)
  const resolution = { value: Math.ceil((toMs - fromMs) / 1000 / POINTS), type: 'seconds' } as const
  const history = useQuery({
    ...intervalQuery({ vesselId: alert.vessel_id, field, fromMs, toMs, resolution }),
    enabled: field !== '',
  })
  const totals = history.data && totalsOf(history.data)
  if (!history.data || !totals) return null
  const limit = readable(condition.threshold, history.data[0]?.unit ?? '')
  return (
    <figure className={classes.chart}>
      <figcaption>{name}</figcaption>
      <HistoryPlot
        label={t('vesselStatus.history', { field: name })}
        unit={totals.unit}
        limit={
          condition.type === 'range'
            ? null
            : { value: limit.value, label: formats.quantity(limit.value, limit.unit) }
        }
        momentMs={momentMs}
        heightPx={HEIGHT_PX}
        lines={historyLines(history.data, { resolution, smoothing: null, withGaps: true })}
      />
    </figure>
  )
}
