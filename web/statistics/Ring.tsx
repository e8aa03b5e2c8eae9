import { PieChart } from 'echarts/charts'
import { use } from 'echarts/core'
import { type ReactNode, useMemo } from 'react'
import { EChartsPlot } from '../plots/EChartsPlot.tsx'
import { useTokens } from '../ui/useTokens.ts'
import classes from './Ring.module.css'

use([PieChart])

const SIZE_PX = 172

interface Props {
  label: string
  /** Kept by the caller until it changes. */
  parts: readonly { name: string; value: number; colour: string }[]
  /** Content of the middle. */
  children: ReactNode
}

/** Ring chart with the total in the middle; the value of each part stands beside it. */
export function Ring({ label, parts, children }: Props) {
  const { neutral } = useTokens()
  const option = useMemo(
    () => ({
      series: [
        {
          type: 'pie',
          radius: ['66%', '96%'],
          silent: true,
          label: { show: false },
          itemStyle: { borderColor: neutral.surface1, borderWidth: 1.5, opacity: 0.86 },
          data: parts.map(({ name, value, colour }) => ({ name, value, itemStyle: { color: colour } })),
        },
      ],
    }),
    [parts, neutral],
  )
  return (
    <div className={classes.ring}>
      <EChartsPlot label={label} option={option} height={SIZE_PX} />
      <div className={classes.middle}>{children}</div>
    </div>
  )
}
