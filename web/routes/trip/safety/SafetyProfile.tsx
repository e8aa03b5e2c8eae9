import { IconRadar } from '@tabler/icons-react'
import { RadarChart } from 'echarts/charts'
import { RadarComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TripStats } from '#contract/wire/trip.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { EChartsPlot } from '../../../plots/EChartsPlot.tsx'
import { HelpHint } from '../../../ui/HelpHint.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useTokens } from '../../../ui/useTokens.ts'
import { usePartWords } from '../usePartWords.ts'
import { profileAxes, profileLevel } from './profileAxes.ts'

use([RadarChart, RadarComponent])

/** Fewer axes do not enclose an area. */
const LEAST_AXES = 3
const SHORT_NAME = 11

/** Four qualities of the trip as a shape: larger and rounder is better. */
export function SafetyProfile({ stats }: { stats: TripStats }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = usePartWords()
  const { neutral, impact } = useTokens()
  const title = t('tripSafety.profile')
  const axes = useMemo(() => profileAxes(stats), [stats])
  const named = axes.map(({ part }) => {
    const { label, unit, factor } = words[part]
    const value = (stats[part] ?? 0) * factor
    return { label, written: formats.quantity(value, unit, unit === '%' ? 0 : 2) }
  })
  const spoken = named.map(({ label, written }) => `${label} ${written}`).join(', ')

  const option = useMemo(() => {
    const colour = impact[profileLevel(axes)]
    return {
      radar: {
        center: ['50%', '51%'],
        radius: '58%',
        splitNumber: 4,
        indicator: named.map(({ label, written }, index) => {
          const isBeside = Math.abs(Math.sin((2 * Math.PI * index) / named.length)) > 0.5
          const lines = (isBeside ? inTwo(label) : [label]).map((line) => `{name|${line}}`)
          return { name: [...lines, `{value|${written}}`].join('\n'), max: 1 }
        }),
        axisNameGap: 10,
        axisName: {
          rich: {
            name: { color: neutral.text3, fontSize: 11, lineHeight: 15, align: 'center' },
            value: { color: neutral.text1, fontSize: 13, lineHeight: 17, fontWeight: 500, align: 'center' },
          },
        },
        splitArea: { show: false },
        splitLine: { lineStyle: { color: neutral.borderStrong } },
        axisLine: { lineStyle: { color: neutral.borderStrong } },
      },
      series: [
        {
          type: 'radar',
          silent: true,
          symbolSize: 6,
          data: [{ value: axes.map(({ share }) => share) }],
          itemStyle: { color: colour },
          lineStyle: { color: colour, width: 1.75 },
          areaStyle: { color: colour, opacity: 0.22 },
        },
      ],
    }
  }, [axes, named, neutral, impact])

  return (
    <Panel
      title={title}
      note={axes.length >= LEAST_AXES && t('tripSafety.profileNote')}
      aside={<HelpHint about={title} section="score-and-rank" />}
    >
      {axes.length >= LEAST_AXES ? (
        <EChartsPlot label={`${title}: ${spoken}`} option={option} height={236} />
      ) : (
        <Notice icon={IconRadar} title={t('tripSafety.profileNone')} />
      )}
    </Panel>
  )
}

/** Splits a long name into two lines of similar length, because there is little space beside the shape. */
function inTwo(name: string): string[] {
  if (name.length <= SHORT_NAME) return [name]
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index)
  const [nearest] = spaces.sort((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))
  return nearest === undefined ? [name] : [name.slice(0, nearest), name.slice(nearest + 1)]
}
