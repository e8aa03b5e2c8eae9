import { useTranslation } from 'react-i18next'
import { toShown } from '#contract/domain/unitChoice.ts'
import type { TimeSeriesEntry } from '#contract/wire/timeSeries.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { Direction } from '../../../ui/Direction.tsx'
import { Figure, Figures } from '../../../ui/Figures.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import { WEATHER_KINDS } from './weatherKinds.ts'
import { meanDirection, type Spread, spreadOf } from './weatherSummary.ts'

/** Mean and range of each kind of weather over the trip, and the usual direction. */
export function WeatherFigures({ entries }: { entries: readonly TimeSeriesEntry[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <Figures framed label={t('trip.tab.weather')}>
      {WEATHER_KINDS.filter(({ id }) => id !== 'periods').map(({ id, unit, lines, direction }) => {
        const spread = lines.map(({ field }) => spreadOf(entries, field)).find((one) => one !== null)
        const deg = direction && meanDirection(entries, direction.field)
        return (
          <Figure
            key={id}
            label={t(`weather.${id}`)}
            note={
              spread && (
                <>
                  {direction && typeof deg === 'number' && (
                    <Direction deg={deg} convention={direction.convention} />
                  )}
                  {isWide(spread) &&
                    t('weather.range', {
                      least: formats.number(toShown(formats.shown(unit), spread.least), 1),
                      most: formats.quantity(spread.most, unit, 1),
                    })}
                </>
              )
            }
          >
            <Quantity value={spread?.mean} unit={unit} decimals={1} />
          </Figure>
        )
      })}
    </Figures>
  )
}

/** True when both ends differ in the shown decimals. */
const isWide = ({ least, most }: Spread) => least.toFixed(1) !== most.toFixed(1)
