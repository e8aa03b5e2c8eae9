import { PieChart } from 'echarts/charts'
import { use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { STAGES, type Stage } from '#contract/statistics.ts'
import { EChart } from '../../../charts/EChart.tsx'
import { useFormats } from '../../../i18n/useFormats.ts'
import { HelpHint } from '../../../ui/HelpHint.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Duration, Quantity } from '../../../ui/Quantity.tsx'
import { useTokens } from '../../../ui/useTokens.ts'
import { STAGE_COLOURS } from '../stages.ts'
import classes from './StagePie.module.css'

use([PieChart, LabelLayout])

interface Props {
  title: string
  parts: Readonly<Record<Stage, number>>
  unit: 'min' | 'L'
}

/** How a whole is made of the four stages: its size in the middle, each part with its name and number beside it. */
export function StagePie({ title, parts, unit }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { neutral, movement } = useTokens()
  const whole = STAGES.reduce((sum, stage) => sum + parts[stage], 0)

  const slices = useMemo(
    () =>
      STAGES.filter((stage) => parts[stage] > 0).map((stage) => ({
        stage,
        name: t(`stage.${stage}`),
        amount: unit === 'min' ? formats.duration(parts[stage]) : formats.quantity(parts[stage], unit),
        percent: formats.quantity((parts[stage] / whole) * 100, '%'),
      })),
    [parts, whole, unit, t, formats],
  )
  const option = useMemo(
    () => ({
      series: [
        {
          type: 'pie',
          radius: ['54%', '78%'],
          startAngle: 120,
          silent: true,
          itemStyle: { borderColor: neutral.surface1, borderWidth: 1.5, opacity: 0.86 },
          labelLine: { length: 10, length2: 12, lineStyle: { color: neutral.borderStrong } },
          label: {
            formatter: ({ dataIndex }: { dataIndex: number }) => {
              const slice = slices[dataIndex]
              return slice ? `{name|${slice.name}}\n{amount|${slice.amount}}  {name|${slice.percent}}` : ''
            },
            rich: {
              name: { color: neutral.text3, fontSize: 11, lineHeight: 15 },
              amount: { color: neutral.text1, fontSize: 13, lineHeight: 17, fontWeight: 500 },
            },
          },
          data: slices.map(({ stage, name }) => ({
            name,
            value: parts[stage],
            itemStyle: { color: movement[STAGE_COLOURS[stage]] },
          })),
        },
      ],
    }),
    [slices, parts, neutral, movement],
  )
  const spoken = slices.map(({ name, amount, percent }) => `${name} ${amount}, ${percent}`).join('; ')
  return (
    <Panel title={title} aside={<HelpHint about={title} section="operating-stages" />}>
      <div className={classes.pie}>
        <EChart label={`${title}: ${spoken}`} option={option} height={220} />
        <strong className={classes.whole}>
          {unit === 'min' ? <Duration minutes={whole} /> : <Quantity value={whole} unit={unit} />}
        </strong>
      </div>
    </Panel>
  )
}
