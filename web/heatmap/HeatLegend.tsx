import { useTranslation } from 'react-i18next'
import type { HeatmapData } from '#contract/heatmap.ts'
import { type DayRange, rangeWords } from '../forms/dayRange.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { type Ramp, rampGradient } from '../map/colourRamp.ts'
import type { HeatLayer } from '../preferences/preferences.ts'
import classes from './Heatmap.module.css'
import { heatMarks, markDecimals } from './heatScale.ts'
import { useLayerName } from './useLayerName.ts'

interface Props {
  layer: HeatLayer
  days: DayRange
  ramp: Ramp
  /** Undefined while it is fetched. */
  data: HeatmapData['data'] | undefined
  /** Only the name and the colours until it is pressed: where there is little room. */
  folds: boolean
}

/** What the colours of the heatmap mean: the layer, its unit and values along the scale. */
export function HeatLegend({ layer, days, ramp, data, folds }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const name = useLayerName()(layer)
  const marks = heatMarks(layer, data?.steps ?? {})
  const decimals = markDecimals(marks)
  // Some layers already name their unit.
  const named = data?.unit ? formats.unit(data.unit) : ''
  const unit = name.endsWith(named) ? null : named
  const none = data?.points.length === 0
  const gradient = { background: rampGradient(ramp) }
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
          {t('heatmap.none')}
        </p>
      ) : (
        <>
          <div className={classes.scale} style={gradient} />
          <div className={classes.marks}>
            {data ? (
              marks.map(({ value, share, end }) => (
                <span key={share} style={{ left: `${share * 100}%`, translate: `${-share * 100}%` }}>
                  {end === 'most' && '≥ '}
                  {end === 'least' && value > 0 && '≤ '}
                  {formats.number(value, Number.isInteger(value) ? 0 : decimals)}
                </span>
              ))
            ) : (
              <em>{t('heatmap.loading')}</em>
            )}
          </div>
        </>
      )}
      <div className={classes.days}>{rangeWords(formats, days)}</div>
    </>
  )
  if (folds && !none)
    return (
      <details className={classes.fold}>
        <summary className={classes.head}>
          {head}
          <span className={classes.sample} style={gradient} />
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
