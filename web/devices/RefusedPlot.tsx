import { LegendComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceRejections } from '#contract/wire/device.ts'
import { BarPlot } from '#web/plots/BarPlot.tsx'
import { reasonWords } from './reasonWords.ts'
import { refusedHours } from './refusedHours.ts'

use([LegendComponent])

/** Number of rejected messages in each hour, by reason. */
export function RefusedPlot({ hours }: { hours: DeviceRejections['hours'] }) {
  const { t } = useTranslation()
  const series = useMemo(
    () => refusedHours(hours).map(({ reason, points }) => ({ name: reasonWords(t, reason), points })),
    [hours, t],
  )
  return <BarPlot label={t('devices.refusedHours')} unit="count" series={series} group="refused" hourly />
}
