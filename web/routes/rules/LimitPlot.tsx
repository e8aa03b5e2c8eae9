import { Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ruleField } from '#contract/domain/ruleFields.ts'
import { fieldName } from '#contract/domain/series.ts'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { HISTORY_RANGES, historyQuery } from '#web/api/vesselStatus.ts'
import { useVesselChoices } from '#web/fleet/useDistinctNames.ts'
import { useFormats } from '#web/i18n/useFormats.ts'
import { HistoryPlot } from '#web/plots/HistoryPlot.tsx'
import { historyLines, shownRange, totalsOf } from '#web/plots/historyLines.ts'
import { type ConditionDraft, isChange } from '#web/rules/ruleDraft.ts'
import { limitUnit } from '#web/rules/ruleUnits.ts'
import { useFieldName } from '#web/rules/useFieldNames.ts'
import { Late } from '#web/ui/Late.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import classes from '../../rules/Rules.module.css'

interface Props {
  condition: ConditionDraft
  /** Vessels of the rule; the plot shows the first until the user selects another. */
  vessels: readonly MapVessel[]
}

/** Plot of a condition's value over the last day on one boat, with the limit. */
export function LimitPlot({ condition, vessels }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const nameOf = useFieldName()
  const [chosenId, setChosenId] = useState<string | null>(null)
  // The vessel stays when other vessels set out and sort before her.
  const vesselChoices = useVesselChoices(vessels)
  const [firstId] = useState(vessels[0]?.id)
  const vessel =
    vessels.find(({ id }) => id === chosenId) ?? vessels.find(({ id }) => id === firstId) ?? vessels[0]
  const known = ruleField(condition.source, condition.field)
  const series = known?.series ?? null
  const field = known && series ? fieldName(series, known.instance ?? 1) : ''
  const history = useQuery({
    ...historyQuery({ vesselId: vessel?.id ?? '', field, range: 'day' }),
    enabled: field !== '' && vessel !== undefined,
  })
  if (!known || !series || !vessel) return null
  const { entries, asked } = history.data ?? {}
  const totals = entries && totalsOf(entries)
  const { unit } = limitUnit(known)
  const limit =
    condition.value === null || known.isSwitch || isChange(condition.operation)
      ? null
      : { value: condition.value, label: formats.quantity(condition.value, unit) }
  return (
    <Panel
      title={t('rules.history', { field: nameOf(known) })}
      aside={
        <Select
          size="xs"
          className={classes.chartVessel ?? ''}
          aria-label={t('alerts.vessel')}
          data={vesselChoices}
          value={vessel.id}
          allowDeselect={false}
          searchable
          limit={50}
          nothingFoundMessage={t('palette.nothing')}
          onChange={setChosenId}
        />
      }
    >
      {history.error && !entries ? (
        <LoadFailed sentence={t('vesselStatus.failed')} error={history.error} onRetry={history.refetch} />
      ) : !entries ? (
        <Late>
          <Skeleton height={240} radius={8} />
        </Late>
      ) : !totals || !asked ? (
        <p className={classes.note}>{t('vesselStatus.noData')}</p>
      ) : (
        <HistoryPlot
          label={t('vesselStatus.history', { field: nameOf(known) })}
          unit={totals.unit}
          limit={limit}
          range={shownRange(entries, asked)}
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
