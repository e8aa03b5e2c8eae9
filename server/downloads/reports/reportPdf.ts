import type { Content } from 'pdfmake'
import { percentShares } from '#contract/domain/percentShares.ts'
import { toShown, type Units } from '#contract/domain/unitChoice.ts'
import type { Language } from '#contract/text/language.ts'
import { fill } from '#contract/text/sentence.ts'
import { periodMeans } from '#contract/wire/periodMeans.ts'
import type { Period, Point } from '#contract/wire/statistics.ts'
import {
  FIGURE_UNITS,
  type FigureKey,
  orderRows,
  type ReportRow,
  TOP_FIGURES,
  TOP_ROWS,
} from '#contract/words/reportRows.ts'
import { openCalendar } from '#server/analytics/statistics/periods.ts'
import { documentFormats } from '#server/words/documentFormats.ts'
import { CLOSE_LINES, renderPdf } from '../pdf.ts'
import { drawBars, drawRing, INK, valuesOf } from './drawPlots.ts'
import type { Report, ReportRange } from './readReport.ts'
import { figureName, reportWords } from './reportWords.ts'

/** Title and subject of a report. */
export interface ReportGiven {
  organization: string
  /** Null is the whole organization. */
  department: string | null
  hasComfortSpeed: boolean
  language: Language
  units: Units
  range: ReportRange
  /** Period of one bar. */
  period: Period
  /** Schedule of a report that is sent automatically. */
  schedule: 'week' | 'month' | null
  madeMs: number
}

/** A4 between its margins, pt. */
const PAGE_WIDTH = 595.28 - 2 * 48
const GAP = 18
const HALF = (PAGE_WIDTH - GAP) / 2
const PLOT_HEIGHT = 124
/**
 * Width of a column in tables side by side, whose headings wrap: equal in both tables, whatever their names.
 */
const TOP_WIDTH = 66
/** Maximum rows of a table: no reader turns more pages, and the layout of a thousand rows takes ten seconds. */
const MOST_ROWS = 200
const MORE_MARGIN: [number, number, number, number] = [0, 4, 0, 0]
/** Days of a moving average, the default of the console. */
const AVERAGE_DAYS = 3
/** Boats of a fleet have limits of their own; the colours of its peaks go by the middle of the impact scale, 6 g. */
const FLEET_LIMIT_G = 3

/** Draws the Reports page, with all its tabs, as a document. */
export function reportPdf(report: Report, given: ReportGiven): Promise<Buffer> {
  const { language, units, range, period } = given
  const words = reportWords(language)
  const figure = (key: FigureKey) => figureName(key, language)
  const formats = documentFormats(language, units)
  const calendar = openCalendar(range.timezone)
  const { stats } = report
  const { summary, moving_avg_data: averages } = stats
  const series = stats[period]
  const begins = series.distance.map(({ x }) => x)
  const names = begins.map((ms) => formats.dayMonth(calendar.localDay(ms)))
  const [first, last] = [calendar.localDay(range.fromMs), calendar.localDay(range.toMs - 1)]
  const days = first === last ? formats.day(first) : `${formats.day(first)} – ${formats.day(last)}`
  const title = given.schedule ? words[given.schedule] : words.title
  const whose = given.department ?? given.organization

  const written = (value: number | null, key: { unit: string; decimals?: number }) => {
    if (key.unit === 'min') return formats.duration(value)
    return key.unit === '' ? formats.number(value) : formats.quantity(value, key.unit, key.decimals)
  }
  const axisOf = (unit: string) => {
    const own = formats.shown(unit)
    return {
      turn: (y: number) => toShown(own, y),
      axis: (value: number) =>
        `${formats.number(value, Number.isInteger(value) ? 0 : 1)} ${formats.unit(unit)}`,
      whole: unit === 'min',
    }
  }

  function chart(
    name: string,
    unit: string,
    bars: readonly { name: string; points: readonly Point[] }[],
    more: { line?: { name: string; points: readonly Point[] }; colourOf?: (y: number) => string } = {},
  ): Content {
    const { turn, axis, whole } = axisOf(unit)
    const { line, colourOf } = more
    const svg = drawBars({
      ...{ width: HALF, height: PLOT_HEIGHT, names, axis, whole },
      series: bars.map((one) => ({ name: one.name, values: valuesOf(one.points, turn) })),
      ...(line && { line: { name: line.name, values: valuesOf(line.points, turn) } }),
      ...(colourOf && { colourOf }),
    })
    const legend = [...(bars.length > 1 || line ? bars : []), ...(line ? [line] : [])].map((one, i) => ({
      ...{ name: one.name, colour: INK.series[i] ?? INK.text },
    }))
    return {
      width: HALF,
      unbreakable: true,
      stack: [
        { text: name, bold: true, fontSize: 9 },
        {
          // A space keeps its line, so that plots side by side begin at one height.
          text:
            legend.length === 0
              ? '\u00a0'
              : legend.flatMap((one, i) => [
                  { text: `${i > 0 ? '    ' : ''}■ `, color: one.colour },
                  { text: one.name, color: INK.quiet },
                ]),
          fontSize: 7,
          margin: [0, 1, 0, 1],
        },
        { svg, width: HALF },
      ],
    }
  }

  const figuresRow = (figures: readonly (readonly [string, string])[]): Content => ({
    columns: figures.map(([name, value]) => ({
      width: 'auto',
      stack: [
        { text: name, fontSize: 7.5, color: INK.quiet },
        { text: value, fontSize: 12, bold: true, noWrap: true },
      ],
    })),
    columnGap: 24,
    margin: [0, 0, 0, 10],
  })

  const pairs = (charts: readonly Content[]): Content[] =>
    charts.flatMap((left, i) =>
      i % 2 === 1
        ? []
        : [
            {
              columns: [left, charts[i + 1] ?? { text: '', width: HALF }],
              columnGap: GAP,
              unbreakable: true,
              margin: [0, 0, 0, 12],
            },
          ],
    )

  const table = (
    rows: readonly ReportRow[],
    keys: readonly FigureKey[],
    fontSize: number,
    width: number | 'auto' = 'auto',
  ): Content => ({
    layout: CLOSE_LINES,
    fontSize,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ['*', ...keys.map(() => width)],
      body: [
        [
          { text: words.name, bold: true },
          ...keys.map((key): Content => ({ text: figure(key), bold: true, alignment: 'right' })),
        ],
        ...rows.map((row): Content[] => [
          row.name ?? '–',
          ...keys.map(
            (key): Content => ({
              text: written(row[key], FIGURE_UNITS[key]),
              alignment: 'right',
              noWrap: true,
            }),
          ),
        ]),
      ],
    },
  })

  function tops(tab: keyof typeof TOP_FIGURES): Content {
    const keys = TOP_FIGURES[tab]
    const top = (name: string, rows: readonly ReportRow[]): Content => ({
      width: HALF,
      stack: [
        { text: name, bold: true, fontSize: 9, margin: [0, 0, 0, 2] },
        rows.length === 0
          ? { text: words.noCaptains, fontSize: 8, color: INK.quiet }
          : table(
              orderRows(rows, `${keys[0]}:desc`, language).slice(0, TOP_ROWS),
              keys,
              8,
              keys.length > 2 ? 'auto' : TOP_WIDTH,
            ),
      ],
    })
    return {
      columns: [top(words.topVessels[tab], report.vessels), top(words.topCaptains[tab], report.captains)],
      columnGap: GAP,
      unbreakable: true,
      margin: [0, 0, 0, 8],
    }
  }

  const head = (text: string, isFirst = false): Content => ({
    text,
    fontSize: 13,
    bold: true,
    ...(isFirst ? {} : { pageBreak: 'before' as const }),
    margin: [0, 0, 0, 8],
  })

  const perDay = periodMeans(
    stats.day.fuel_consumption.filter(({ y }) => y !== null && y > 0),
    begins,
  )
  const average = {
    name: fill(words.averageOf, { days: AVERAGE_DAYS }),
    of: (all: Readonly<Record<string, readonly Point[]>>) => periodMeans(all[AVERAGE_DAYS] ?? [], begins),
  }
  const quantity = (value: number | null, unit: string, decimals?: number) =>
    formats.quantity(value, unit, decimals)

  const sections = (): Content[] => [
    head(words.general, true),
    figuresRow([
      [figure('nr_trips'), formats.number(summary.nr_trips)],
      [words.totalDuration, formats.duration(summary.total_duration)],
      [words.activeDuration, formats.duration(summary.active_duration)],
      [words.idleDuration, formats.duration(summary.idle_duration)],
      [words.totalDistance, quantity(summary.total_distance, 'nmi')],
    ]),
    ...pairs([
      chart(figure('duration_minutes'), 'min', [
        { name: words.active, points: series.active_duration },
        { name: words.idle, points: series.idle_duration },
      ]),
      chart(figure('distance'), 'nmi', [{ name: figure('distance'), points: series.distance }]),
    ]),
    tops('general'),
    head(words.fuel),
    figuresRow([
      [words.totalConsumption, quantity(summary.total_consumption, 'L')],
      [words.activeConsumption, quantity(summary.active_consumption, 'L')],
      [words.idleConsumption, quantity(summary.idle_consumption, 'L')],
      [figure('co2_emissions'), quantity(summary.co2_emissions, 'kg')],
      [figure('nox_emissions'), quantity(summary.nox_emissions, 'g', 0)],
    ]),
    ...pairs([
      chart(figure('fuel_consumption'), 'L', [
        { name: words.active, points: series.active_consumption },
        { name: words.idle, points: series.idle_consumption },
      ]),
      chart(words.consumptionAverage, 'L', [{ name: words.perDay, points: perDay }], {
        line: { name: average.name, points: average.of(averages.fuel_consumption) },
      }),
      chart(
        words.rateAverage,
        'L/nmi',
        [{ name: figure('avg_fuel_rate_l_nm'), points: series.avg_fuel_rate_l_nm }],
        { line: { name: average.name, points: average.of(averages.avg_fuel_rate_l_nm) } },
      ),
      chart(figure('co2_emissions'), 'kg', [{ name: figure('co2_emissions'), points: series.co2_emissions }]),
      chart(figure('nox_emissions'), 'g', [{ name: figure('nox_emissions'), points: series.nox_emissions }]),
    ]),
    tops('fuel'),
    head(words.safety),
    figuresRow([
      [figure('peak_impact'), quantity(summary.peak_impact, 'g')],
      [figure('max_sog'), quantity(summary.peak_sog, 'kn')],
    ]),
    ...pairs([
      chart(figure('peak_impact'), 'g', [{ name: figure('peak_impact'), points: series.peak_impact }], {
        colourOf: impactColour,
      }),
      chart(figure('max_sog'), 'kn', [{ name: figure('max_sog'), points: series.peak_sog }]),
    ]),
    speedShares(),
    tops('safety'),
    ...fullTable(words.vessels, report.vessels, true),
    ...fullTable(words.captains, report.captains, false),
  ]

  function speedShares(): Content {
    const name = words.speedWords[given.hasComfortSpeed ? 'comfort' : 'safety'].speed
    const { duration_below: below, duration_around: around, duration_above: above } = summary
    const whole = below + around + above
    const parts = [
      { name: words.above, hint: words.aboveHint, value: above, colour: INK.impact.high },
      { name: words.around, hint: words.aroundHint, value: around, colour: INK.impact.mid },
      { name: words.below, hint: words.belowHint, value: below, colour: INK.impact.low },
    ]
    const shares = percentShares([above, around, below])
    return {
      unbreakable: true,
      margin: [0, 0, 0, 12],
      stack: [
        { text: name, bold: true, fontSize: 9, margin: [0, 0, 0, 4] },
        whole > 0
          ? {
              columns: [
                { svg: drawRing(84, parts), width: 84 },
                {
                  width: 'auto',
                  layout: 'noBorders',
                  margin: [16, 12, 0, 0],
                  table: {
                    body: parts.map((part, i): Content[] => [
                      { text: '■', color: part.colour },
                      part.name,
                      { text: part.hint, color: INK.quiet },
                      { text: quantity(shares[i] ?? 0, '%', 1), bold: true, alignment: 'right' },
                      { text: formats.duration(part.value), color: INK.quiet, alignment: 'right' },
                    ]),
                  },
                },
              ],
            }
          : { text: words.noSpeed, color: INK.quiet },
      ],
    }
  }

  function fullTable(name: string, rows: readonly ReportRow[], isFirst: boolean): Content[] {
    if (rows.length === 0) return []
    const shown = orderRows(rows, 'nr_trips:desc', language).slice(0, MOST_ROWS)
    const more = rows.length - shown.length
    return [
      {
        text: name,
        fontSize: 13,
        bold: true,
        margin: [0, isFirst ? 0 : 18, 0, 6],
        ...(isFirst ? { pageBreak: 'before' as const, pageOrientation: 'landscape' as const } : {}),
      },
      table(shown, Object.keys(FIGURE_UNITS) as FigureKey[], 6.5),
      ...(more > 0
        ? [
            {
              text: fill(words.more, { count: formats.number(more) }),
              fontSize: 7,
              color: INK.quiet,
              margin: MORE_MARGIN,
            },
          ]
        : []),
    ]
  }

  return renderPdf({
    info: { title: `${title}: ${whose}, ${days}`, creator: 'Taffrail', producer: 'Taffrail' },
    footer: (page, pages) => ({
      columns: [
        { text: `${whose} · ${days} · ${fill(words.zone, { zone: range.timezone })}`, width: '*' },
        {
          text: fill(words.made, { day: formats.day(calendar.localDay(given.madeMs)) }),
          alignment: 'right',
          width: 'auto',
        },
        { text: `${page} / ${pages}`, alignment: 'right', width: 40 },
      ],
      margin: [48, 16, 48, 0],
      fontSize: 8,
      color: INK.quiet,
    }),
    content: [
      { text: title, fontSize: 18, bold: true },
      { text: whose, fontSize: 11, margin: [0, 2, 0, 0] },
      { text: days, fontSize: 11, color: INK.quiet, margin: [0, 0, 0, 16] },
      ...(summary.nr_trips === 0 ? [{ text: words.none, color: INK.quiet }] : sections()),
    ],
  })
}

/** Green up to half the limit, amber up to the limit, red above. */
function impactColour(g: number): string {
  if (g > FLEET_LIMIT_G) return INK.impact.high
  return g > FLEET_LIMIT_G / 2 ? INK.impact.mid : INK.impact.low
}
