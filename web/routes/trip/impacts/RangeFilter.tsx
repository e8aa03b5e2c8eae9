import { Button, RangeSlider, Tooltip } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { IMPACT_PEAKS_G } from '../../../searchParameters.ts'
import { impactLevel } from '../../../ui/impact.ts'
import { type ImpactBin, type ImpactRange, impactBins, isInRange, isWhole } from './impactRange.ts'
import classes from './RangeFilter.module.css'

interface Props {
  events: readonly ImpactEvent[]
  range: ImpactRange
  limitG: number
  onChange: (range: ImpactRange) => void
}

/** Distribution of the peaks, above a slider that chooses a range. */
export function RangeFilter({ events, range, limitG, onChange }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const id = useId()
  const { min, max, step } = IMPACT_PEAKS_G
  const bins = impactBins(events)
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const g = (value: number) => formats.number(value, 1)
  const rangeWords = (from: number, to: number) =>
    to === max ? t('impacts.andAbove', { from: g(from) }) : `${g(from)} – ${g(to)} g`
  return (
    <div className={classes.filter}>
      <div className={classes.words}>
        <span id={id}>{t('impacts.range')}</span>
        <output>{rangeWords(range.min, range.max)}</output>
      </div>
      <div className={classes.scale}>
        <div className={classes.bins} role="img" aria-label={t('impacts.distribution')}>
          {bins.map((bin) => (
            <Tooltip
              key={bin.from}
              openDelay={0}
              label={t('impacts.bin', { range: rangeWords(bin.from, bin.to), count: bin.count })}
            >
              <span
                className={classes.bin}
                data-out={!covers(range, bin) || undefined}
                // Square root, so that one hard impact beside hundreds of light ones stays visible.
                style={{
                  height: `${100 * Math.sqrt(bin.count / most)}%`,
                  color: `var(--tf-im-${impactLevel((bin.from + bin.to) / 2, limitG)})`,
                }}
              />
            </Tooltip>
          ))}
        </div>
        <RangeSlider
          {...{ min, max, step, minRange: step, size: 4, label: null }}
          value={[range.min, range.max]}
          onChange={([from, to]) => onChange({ min: from, max: to })}
          aria-labelledby={id}
          thumbFromLabel={t('impacts.rangeLeast')}
          thumbToLabel={t('impacts.rangeMost')}
          classNames={{ root: classes.slider, track: classes.track, thumb: classes.thumb, bar: classes.bar }}
        />
      </div>
      <Button variant="default" disabled={isWhole(range)} onClick={() => onChange({ min, max })}>
        {t('common.reset')}
      </Button>
    </div>
  )
}

const covers = (range: ImpactRange, { from, to }: ImpactBin) => isInRange(from, range) && to <= range.max
