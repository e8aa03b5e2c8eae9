import type { Tokens } from '#web/ui/tokens.ts'

/** Options that all ECharts plots share; a plot that differs overrides them after spreading this. */
export function plotStyle({ neutral }: Pick<Tokens, 'neutral'>) {
  return {
    axisText: { color: neutral.text3, fontSize: 11 },
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: neutral.text2, type: 'dashed' } },
      backgroundColor: neutral.float,
      borderColor: neutral.borderStrong,
      textStyle: { color: neutral.text1, fontSize: 12 },
    },
    xAxis: {
      axisTick: { show: false },
      axisLine: { lineStyle: { color: neutral.borderStrong } },
      splitLine: { show: false },
    },
    yAxis: { splitLine: { lineStyle: { color: neutral.grid } } },
  }
}
