import { IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toShown } from '#contract/domain/unitChoice.ts'
import type { HeatmapData } from '#contract/wire/heatmap.ts'
import { type DayRange, rangeWords } from '../forms/dayRange.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { ColourScale } from '../map/ColourScale.tsx'
import { type Ramp, rampGradient } from '../map/colourRamp.ts'
import type { HeatLayer } from '../preferences/preferences.ts'
import classes from './Heatmap.module.css'
import { type HeatMark, heatMarks, markDecimals } from './heatScale.ts'
import { useLayerName } from './useLayerName.ts'

interface Props {
  layer: HeatLayer
  days: DayRange
  ramp: Ramp
  /** Undefined during loading. */
  data: HeatmapData['data'] | undefined
  /** Sentence about days that are not complete yet. */
  preparing: string | null
  /** True on small screens: the legend shows only name, colours and both ends until the user presses it. */
  folds: boolean
}

/** Legend of the heatmap: the layer, its unit, and values along the colour scale. */
export function HeatLegend({ layer, days, ramp, data, preparing, folds }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const name = useLayerName()(layer)
  const own = formats.shown(data?.unit ?? '')
  const steps = Object.entries(data?.steps ?? {}).map(([step, value]) => [step, toShown(own, value)])
  const marks = heatMarks(layer, Object.fromEntries(steps))
  const decimals = markDecimals(marks)
  // Some layers already name their unit.
  const named = data?.unit ? formats.unit(data.unit) : ''
  const unit = name.endsWith(named) ? null : named
  const none = data?.points.length === 0
  const wordsOf = ({ value, end }: HeatMark) =>
    `${end === 'most' ? '≥ ' : end === 'least' && value > 0 ? '≤ ' : ''}${formats.number(value, Number.isInteger(value) ? 0 : decimals)}`
  const head = (
    <>
      <span className={classes.name}>{name}</span>
      {unit && <span className={classes.unit}>{unit}</span>}
    </>
  )
  const values = (
    <>
      {none ? (
        <p className={classes.none} role="status">
          {preparing ?? t('heatmap.none')}
        </p>
      ) : (
        <ColourScale
          ramp={ramp}
          marks={marks.map((mark) => ({ share: mark.share, words: wordsOf(mark) }))}
          waiting={data ? undefined : t('heatmap.loading')}
        />
      )}
      <div className={classes.days}>{rangeWords(formats, days)}</div>
      {preparing !== null && !none && (
        <p className={classes.none} role="status">
          {preparing}
        </p>
      )}
    </>
  )
  const [cold, hot] = [marks.at(0), marks.at(-1)]
  if (folds && !none)
    return (
      <details className={classes.fold}>
        <summary className={classes.head}>
          {head}
          <span className={classes.short}>
            {cold && wordsOf(cold)}
            <span className={classes.sample} style={{ background: rampGradient(ramp) }} />
            {hot && wordsOf(hot)}
          </span>
          <IconChevronUp className={classes.turn} size={16} aria-hidden />
        </summary>
        {values}
      </details>
    )
  return (
    <>
      <div className={classes.head}>{head}</div>
      {values}
    </>
  )
}
