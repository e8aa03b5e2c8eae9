import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ruleField } from '#contract/ruleFields.ts'
import { fieldName } from '#contract/series.ts'
import type { MapVessel } from '#contract/vessel.ts'
import { HISTORY_RANGES, historyQuery } from '../../api/vesselStatus.ts'
import { HistoryChart } from '../../charts/HistoryChart.tsx'
import { historyLines, totalsOf } from '../../charts/historyLines.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { type ConditionDraft, isChange } from '../../rules/ruleDraft.ts'
import { shownUnit } from '../../rules/ruleUnits.ts'
import { useFieldName } from '../../rules/useFieldNames.ts'
import { Late } from '../../ui/Late.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** The last day of what a condition looks at, on one boat, with the limit drawn over it. */
export function LimitChart({ condition, vessel }: { condition: ConditionDraft; vessel: MapVessel }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const nameOf = useFieldName()
  const known = ruleField(condition.source, condition.field)
  const series = known?.source === 'time-series' ? known.series : null
  const field = known && series ? fieldName(series, known.instance ?? 1) : ''
  const history = useQuery({
    ...historyQuery({ vesselId: vessel.id, field, range: 'day' }),
    enabled: field !== '',
  })
  if (!known || !series) return null
  const entries = history.data
  const totals = entries && totalsOf(entries)
  const { unit } = shownUnit(known)
  const limit =
    condition.value === null || isChange(condition.operation)
      ? null
      : { value: condition.value, label: formats.quantity(condition.value, unit) }
  if (entries && !totals) return null
  return (
    <Panel title={t('rules.history', { name: vessel.name, field: nameOf(known) })}>
      {history.error && !entries ? (
        <LoadFailed sentence={t('vesselStatus.failed')} error={history.error} onRetry={history.refetch} />
      ) : !entries || !totals ? (
        <Late>
          <Skeleton height={240} radius={8} />
        </Late>
      ) : (
        <HistoryChart
          label={t('vesselStatus.history', { field: nameOf(known) })}
          unit={totals.unit}
          limit={limit}
          lines={historyLines(entries, {
            resolution: HISTORY_RANGES.day.resolution,
            smoothing: null,
            withGaps: true,
          })}
        />
      )}
    </Panel>
  )
}
