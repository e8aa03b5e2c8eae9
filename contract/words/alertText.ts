import { type RuleField, ruleField } from '#contract/domain/ruleFields.ts'
import { fieldName, numberShown, SERIES } from '#contract/domain/series.ts'
import { HOUR_S } from '#contract/domain/time.ts'
import { shownUnit, toShown, type Units, WIRE_UNITS } from '#contract/domain/unitChoice.ts'
import { withoutNoise } from '#contract/domain/units.ts'
import { NUMBER_SIGNS } from '#contract/text/language.ts'
import { fill } from '#contract/text/sentence.ts'
import type { AlertFacts, BoardState, ConditionFacts } from '#contract/wire/alert.ts'
import {
  type InstanceNames,
  instanceNameOf,
  instanceNames,
  type NamedInstance,
} from '#contract/wire/instanceName.ts'
import { type AlertSpeech, faultText } from './alertWords.ts'
import { createFormats, type Formats, type FormatWords, readable } from './formats.ts'

/**
 * Writes an alert in the words and numbers of its reader: for the screen, a message or a file. `names` are the vessel's own
 * names of batteries and engines, which replace their numbers.
 */
export function alertText(
  facts: AlertFacts,
  speech: AlertSpeech,
  instance: number | null = null,
  units: Units = WIRE_UNITS,
  names: InstanceNames = NO_NAMES,
): string {
  const { words } = speech
  const formats = formatsOf(speech)
  switch (facts.kind) {
    case 'impact': {
      const impact = formats.quantity(facts.impact, 'g', 1)
      return facts.impact < facts.limit
        ? fill(words.impact, { impact })
        : fill(words.impactAbove, {
            impact,
            limit: formats.quantity(facts.limit, 'g', Number.isInteger(facts.limit) ? 0 : 1),
          })
    }
    case 'threshold': {
      const reader = { speech, formats, instance, units, names }
      const conditions = facts.conditions.map((one) => conditionText(one, reader)).join('; ')
      const often = facts.repeat && oftenText(facts.repeat, speech)
      return [conditions, often, facts.fence && fill(words.inside, { fence: facts.fence })]
        .filter(Boolean)
        .join(', ')
    }
    case 'geofence':
      return fill(words[facts.direction], { fence: facts.fence })
    case 'maintenance':
      return fill(words[facts.state === 'due' ? 'maintenanceDue' : 'maintenanceSoon'], facts)
    case 'external':
      return faultText(facts, names.get(`engine_${instance}`) ?? instance, words)
  }
}

/** When it was raised: a moment, or between two where it was interpolated; in the words of `first` and `second`. */
export function alertMoment(
  { facts, triggerMs }: { facts: AlertFacts | null; triggerMs: number },
  { words }: AlertSpeech,
  write: {
    moment(ms: number): string
    first(ms: number): string
    second(ms: number, fromMs: number): string
  },
): string {
  const between = facts?.kind === 'geofence' ? facts.between : undefined
  if (!between) return write.moment(triggerMs)
  const [fromMs, toMs] = [Date.parse(between.from), Date.parse(between.to)]
  return fill(words.between, { from: write.first(fromMs), to: write.second(toMs, fromMs) })
}

/** How often it has to come true, in words. */
export const oftenText = (
  { times, within_sec }: { times: number; within_sec: number },
  speech: AlertSpeech,
) => fill(speech.words.often, { times, period: lasting(within_sec, { formats: formatsOf(speech) }) })

/** How long a crossing has to last, in words. */
export const atLeastText = (seconds: number, speech: AlertSpeech) =>
  fill(speech.words.atLeast, { period: lasting(seconds, { formats: formatsOf(speech) }) })

const formatsOf = ({ language, units }: AlertSpeech) =>
  createFormats({ ...NO_TIMES, ...NUMBER_SIGNS[language], unit: (unit) => units[unit] ?? unit })

/** Text of an alert: its facts in the reader's words, or the text that it was raised with. */
export const wordsOfAlert = (
  {
    text,
    facts,
    instance,
    namedInstances,
    board = null,
  }: {
    text: string | null
    facts: AlertFacts | null
    /** Computer on board during a silence. */
    board?: BoardState | null
    instance: number | null
    /** Devices that the vessel has numbered and named. */
    namedInstances: readonly NamedInstance[]
  },
  speech: AlertSpeech,
  units: Units = WIRE_UNITS,
): string => {
  const said = text ?? (facts ? alertText(facts, speech, instance, units, instanceNames(namedInstances)) : '')
  return board ? fill(speech.words.ofBoard, { text: said, board: speech.words.board[board] }) : said
}

/**
 * Names that the vessel gives the batteries, engines and tanks of these facts, by field: `{ battery_voltage_1: 'house'
 * }`.
 */
export function namesInFacts(
  facts: AlertFacts | null,
  ofAlert: number | null,
  names: InstanceNames,
): Record<string, string> {
  const conditions = facts?.kind === 'threshold' ? facts.conditions : []
  return Object.fromEntries(
    conditions.flatMap(({ source, field }) => {
      const known = ruleField(source, field)
      if (!known?.series) return []
      const instance = known.instance ?? ofAlert ?? 0
      const name = instanceNameOf(names, known.series, instance)
      return name === null ? [] : [[fieldName(known.series, instance), name] as const]
    }),
  )
}

const NO_NAMES: InstanceNames = new Map()

interface Reader {
  speech: AlertSpeech
  formats: Formats
  instance: number | null
  units: Units
  names: InstanceNames
}

function conditionText(condition: ConditionFacts, reader: Reader): string {
  const { words } = reader.speech
  const { source, field, operation, threshold, value, period_sec, type } = condition
  const known = ruleField(source, field)
  const isAbove = operation === 'more_than'
  if (known?.isSwitch && !known.series) {
    const named = words.switches[field as keyof typeof words.switches] as
      | { yes: string; no: string }
      | undefined
    return named?.[isAbove ? 'yes' : 'no'] ?? field
  }
  if (source === 'vessel-status' && known && field !== 'hour') {
    const name = known.series ? nameOf(condition, reader) : null
    const age = lasting(threshold, reader)
    return name === null ? fill(words.silent, { age }) : fill(words.silentOf, { name, age })
  }
  const name = nameOf(condition, reader)
  const written = (number: number) => quantity(number, known ?? null, type === 'range', reader)
  const limit = written(type === 'range' ? Math.abs(threshold) : threshold)
  const period = period_sec === null ? null : lasting(period_sec, reader)
  if (type === 'range')
    return fill(isAbove ? words.rose : words.fell, { name, by: limit, period: period ?? '' })
  const isOn = known?.isSwitch ? fill(isAbove ? words.on : words.off, { name }) : null
  const text = isOn ?? fill(isAbove ? words.above : words.below, { name, limit })
  if (type === 'vfp') return fill(words.heldFor, { text, period: period ?? '' })
  return value === null || isOn ? text : `${text}: ${written(value)}`
}

function nameOf(
  { source, field }: ConditionFacts,
  { speech: { language, words }, instance: ofAlert, names }: Reader,
): string {
  const known = ruleField(source, field)
  if (!known?.series) return words.figures[field as keyof typeof words.figures] ?? field
  const instance = known.instance ?? ofAlert ?? 0
  const name = SERIES[known.series].labels[language]
  const number = numberShown(known.series, instance)
  return number === 0 ? name : `${name} ${instanceNameOf(names, known.series, instance) ?? number}`
}

function quantity(
  value: number,
  known: Pick<RuleField, 'unit' | 'series'> | null,
  isDifference: boolean,
  { formats, units }: Reader,
): string {
  const { unit = '', series = null } = known ?? {}
  // A difference in kelvins is the same in °C.
  const usual = isDifference && unit === 'K' ? { value, unit: '°C' } : readable(value, unit)
  const own = shownUnit(usual.unit, units)
  const shown = withoutNoise(toShown(own, usual.value, isDifference))
  // As many decimals as the number has, at most two: a limit is written as it was set.
  const decimals = Math.abs(shown * 10 - Math.round(shown * 10)) > 1e-6 ? 2 : 1
  const isFine = !isDifference && series !== null && SERIES[series].step < 1
  const isWhole = Math.abs(shown - Math.round(shown)) < 1e-6
  return formats.quantity(shown, own.unit, isWhole ? 0 : isFine ? decimals : 1)
}

/** `45 s`, `10 min`, `2 h` */
function lasting(seconds: number, { formats }: Pick<Reader, 'formats'>): string {
  if (seconds >= HOUR_S && seconds % HOUR_S === 0) return formats.quantity(seconds / HOUR_S, 'h', 0)
  if (seconds >= 60 && seconds % 60 === 0) return formats.quantity(seconds / 60, 'min', 0)
  return formats.quantity(seconds, 's', 0)
}

/** Formats without times: alerts show them separately. */
const NO_TIMES: Omit<FormatWords, 'decimalSign' | 'groupSign' | 'unit'> = {
  date: () => '',
  today: () => '',
  ago: () => '',
  compass: (point) => point,
}
