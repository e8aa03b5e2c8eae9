import { Select, Skeleton, Slider, Switch } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  HISTORY_RANGES,
  type HistoryRange,
  historyQuery,
  vesselStatusQuery,
} from '../../../../api/vesselStatus.ts'
import { FormDialog } from '../../../../forms/FormDialog.tsx'
import { HistoryPlot } from '../../../../plots/HistoryPlot.tsx'
import { historyLines, shownRange, totalsOf } from '../../../../plots/historyLines.ts'
import { SMOOTHING_WINDOW } from '../../../../plots/smoothEntries.ts'
import { Late } from '../../../../ui/Late.tsx'
import { LoadFailed } from '../../../../ui/LoadFailed.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Quantity } from '../../../../ui/Quantity.tsx'
import { useOpenVessel } from '../openVessel.ts'
import { useDeviceName, useFieldName } from './deviceNames.ts'
import classes from './Status.module.css'

const RANGES = Object.keys(HISTORY_RANGES) as HistoryRange[]
const SETTLED_MS = 500

/** History of a value of a device: its mean, between minimum and maximum. */
export function HistoryDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { key = '', deviceId } = useParams({ strict: false })
  const { id: vesselId } = useOpenVessel()
  const status = useQuery(vesselStatusQuery(vesselId, false)).data
  const device =
    status &&
    Object.values(status)
      .flat()
      .find(({ id }) => id === deviceId)
  const deviceName = useDeviceName()
  const isOneOfMany = device && (device.label !== null || device.instance_number !== null)
  const name = [useFieldName()(key), ...(isOneOfMany ? [device.label ?? deviceName(device)] : [])].join(', ')
  const [range, setRange] = useState<HistoryRange>('day')
  const [isSmooth, setSmooth] = useState(false)
  const [window, setWindow] = useState<number>(SMOOTHING_WINDOW.usual)
  const [settled] = useDebouncedValue(window, SETTLED_MS)
  const [withGaps, setGaps] = useState(true)
  const history = useQuery(historyQuery({ vesselId, field: key, range }))
  const { entries, whole, asked } = history.data ?? {}
  const totals = whole && totalsOf(whole)
  return (
    <FormDialog
      title={t('vesselStatus.history', { field: name })}
      size={880}
      onClose={() => void navigate({ to: '/vessels/$vesselId', params: { vesselId }, resetScroll: false })}
    >
      <div className={classes.tools}>
        <Select
          label={t('vesselStatus.range')}
          allowDeselect={false}
          data={RANGES.map((value) => ({ value, label: t(`vesselStatus.ranges.${value}`) }))}
          value={range}
          onChange={(value) => setRange((value ?? 'day') as HistoryRange)}
        />
        <Switch
          label={t('vesselStatus.gaps')}
          checked={withGaps}
          onChange={(event) => setGaps(event.currentTarget.checked)}
        />
        <Switch
          label={t('vesselStatus.smoothing')}
          checked={isSmooth}
          onChange={(event) => setSmooth(event.currentTarget.checked)}
        />
        {isSmooth && (
          <Slider
            className={classes.window ?? ''}
            thumbLabel={t('vesselStatus.window')}
            min={SMOOTHING_WINDOW.min}
            max={SMOOTHING_WINDOW.max}
            step={2}
            value={window}
            onChange={setWindow}
          />
        )}
      </div>
      {history.error && !entries ? (
        <LoadFailed sentence={t('vesselStatus.failed')} error={history.error} onRetry={history.refetch} />
      ) : !entries ? (
        <Late>
          <Skeleton height={360} radius={8} role="status" aria-label={t('vessel.loading')} />
        </Late>
      ) : !totals || !asked ? (
        <div className={classes.chart}>
          <Notice icon={IconChartLine} title={t('vesselStatus.noData')} />
        </div>
      ) : (
        <>
          <dl className={classes.values}>
            {(['min', 'avg', 'max'] as const).map((which) => (
              <div key={which}>
                <dt>{t(`vesselStatus.${which}`)}</dt>
                <dd>
                  {totals[which] === null ? (
                    t('vesselStatus.notAvailable')
                  ) : (
                    <Quantity value={totals[which]} unit={totals.unit} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <HistoryPlot
            label={t('vesselStatus.history', { field: name })}
            unit={totals.unit}
            range={shownRange(entries, asked)}
            lines={historyLines(entries, {
              resolution: HISTORY_RANGES[range].resolution,
              smoothing: isSmooth ? settled : null,
              withGaps,
            })}
          />
        </>
      )}
    </FormDialog>
  )
}
