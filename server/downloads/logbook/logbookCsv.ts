import type { Logbook } from '#contract/wire/logbook.ts'
import { textCell } from '../csv.ts'
import { timeIn } from './timeIn.ts'

const HEAD = [
  ...['time', 'time [UTC]', 'latitude [deg]', 'longitude [deg]', 'cog [deg]', 'sog [kn]', 'heading [deg]'],
  ...['wind_speed [m/s]', 'wind_direction [deg]', 'wind_source', 'pressure [hPa]', 'depth [m]'],
  ...['engine_speed [rpm]', 'distance [nmi]', 'captain', 'remarks', 'gap'],
]

/** A line for each hour, in wire units for every reader; empty for missing values. */
export function logbookCsv({ hours }: Logbook, timezone: string): Buffer {
  const time = timeIn(timezone)
  const number = (value: number | null, digits: number) => (value === null ? '' : value.toFixed(digits))
  const source = (speed: number | null, isForecast: boolean) => {
    if (speed === null) return ''
    return isForecast ? 'forecast' : 'instrument'
  }
  const lines = hours.map((hour) =>
    [
      ...[time(Date.parse(hour.start)), hour.start],
      ...[number(hour.latitudeDeg, 6), number(hour.longitudeDeg, 6)],
      ...[number(hour.cog, 1), number(hour.sog, 2), number(hour.heading, 1)],
      ...[number(hour.wind_speed, 1), number(hour.wind_direction, 0)],
      source(hour.wind_speed, hour.wind_forecast),
      ...[number(hour.pressure, 1), number(hour.depth, 1)],
      hour.engine_speed.map(({ rpm }) => rpm.toFixed(0)).join(' '),
      number(hour.distance, 2),
      textCell(hour.captains.join(', ')),
      textCell(
        hour.remarks
          .map(({ at, text, by }) => `${time(Date.parse(at))} ${by ? `${by}: ` : ''}${text}`)
          .join(' | '),
      ),
      hour.recorded ? '' : 'yes',
    ].join(','),
  )
  return Buffer.from(`\uFEFF${[HEAD.join(','), ...lines, ''].join('\r\n')}`)
}
