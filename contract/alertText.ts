import type { AlertFacts, ConditionFacts } from './alert.ts'
import { ALERT_WORDS, type AlertWords } from './alertWords.ts'
import { createFormats, type Formats, type FormatWords, readable } from './formats.ts'
import { type InstanceNames, instanceNameOf, instanceNames, type NamedInstance } from './instanceName.ts'
import { type Language, NUMBER_SIGNS } from './language.ts'
import { type RuleField, ruleField } from './ruleFields.ts'
import { fieldName, numberShown, SERIES } from './series.ts'
import { HOUR_S } from './time.ts'
import { shownUnit, toShown, type Units, WIRE_UNITS } from './unitChoice.ts'
import { withoutNoise } from './units.ts'

/**
 * An alert in the words and numbers of whoever reads it: on the screen, in a message or in a file. `names`: what the vessel
 * calls her batteries and engines, which then stands in the place of their numbers.
 */
export function alertText(
  facts: AlertFacts,
  language: Language,
  instance: number | null = null,
  units: Units = WIRE_UNITS,
  names: InstanceNames = NO_NAMES,
): string {
  const words = ALERT_WORDS[language]
  const formats = formatsOf(language)
  switch (facts.kind) {
    case 'impact': {
      const impact = formats.quantity(facts.impact, 'g', 1)
      return facts.impact < facts.limit
        ? words.impact(impact)
        : words.impactAbove(impact, formats.quantity(facts.limit, 'g', Number.isInteger(facts.limit) ? 0 : 1))
    }
    case 'threshold': {
      const reader = { words, formats, language, instance, units, names }
      const told = facts.conditions.map((one) => conditionText(one, reader)).join('; ')
      const often = facts.repeat && oftenText(facts.repeat, language)
      return [told, often, facts.fence && words.inside(facts.fence)].filter(Boolean).join(', ')
    }
    case 'geofence':
      return words[facts.direction](facts.fence)
    case 'external':
      return words.fault(facts.spn, facts.fmi, facts.lamp, names.get(`engine_${instance}`) ?? instance)
  }
}

/** When it was raised: a moment, or between two where it was interpolated; in the words of `first` and `second`. */
export function alertMoment(
  { facts, triggerMs }: { facts: AlertFacts | null; triggerMs: number },
  language: Language,
  write: {
    moment(ms: number): string
    first(ms: number): string
    second(ms: number, fromMs: number): string
  },
): string {
  const between = facts?.kind === 'geofence' ? facts.between : undefined
  if (!between) return write.moment(triggerMs)
  const [fromMs, toMs] = [Date.parse(between.from), Date.parse(between.to)]
  return ALERT_WORDS[language].between(write.first(fromMs), write.second(toMs, fromMs))
}

/** How often it has to come true, in words. */
export const oftenText = ({ times, within_sec }: { times: number; within_sec: number }, language: Language) =>
  ALERT_WORDS[language].often(times, lasting(within_sec, { formats: formatsOf(language) }))

/** How long a crossing has to last, in words. */
export const atLeastText = (seconds: number, language: Language) =>
  ALERT_WORDS[language].atLeast(lasting(seconds, { formats: formatsOf(language) }))

const formatsOf = (language: Language) =>
  createFormats({
    ...NO_TIMES,
    ...NUMBER_SIGNS[language],
    unit: (unit) => ALERT_WORDS[language].units[unit] ?? unit,
  })

/** What is read of an alert: its facts in the reader's words, or a text that it was raised with. */
export const wordsOfAlert = (
  {
    text,
    facts,
    instance,
    namedInstances,
  }: {
    text: string | null
    facts: AlertFacts | null
    instance: number | null
    /** What her vessel has given numbers to. */
    namedInstances: readonly NamedInstance[]
  },
  language: Language,
  units: Units = WIRE_UNITS,
): string => text ?? (facts ? alertText(facts, language, instance, units, instanceNames(namedInstances)) : '')

/** What the vessel calls the batteries, engines and tanks of these facts, by field: `{ battery_voltage_1: 'house' }`. */
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
  words: AlertWords
  formats: Formats
  language: Language
  instance: number | null
  units: Units
  names: InstanceNames
}

function conditionText(condition: ConditionFacts, reader: Reader): string {
  const { words } = reader
  const { source, field, operation, threshold, value, period_sec, type } = condition
  const known = ruleField(source, field)
  const isAbove = operation === 'more_than'
  if (known?.isSwitch && !known.series) return words.switches[field]?.[isAbove ? 'yes' : 'no'] ?? field
  if (source === 'vessel-status' && known && field !== 'hour') {
    const name = known.series ? nameOf(condition, reader) : null
    return words.silent(name, lasting(threshold, reader))
  }
  const name = nameOf(condition, reader)
  const written = (number: number) => quantity(number, known ?? null, type === 'range', reader)
  const limit = written(type === 'range' ? Math.abs(threshold) : threshold)
  const period = period_sec === null ? null : lasting(period_sec, reader)
  if (type === 'range') return (isAbove ? words.rose : words.fell)(name, limit, period ?? '')
  const isOn = known?.isSwitch ? (isAbove ? words.on : words.off)(name) : null
  const text = isOn ?? (isAbove ? words.above : words.below)(name, limit)
  if (type === 'vfp') return words.heldFor(text, period ?? '')
  return value === null || isOn ? text : `${text}: ${written(value)}`
}

function nameOf(
  { source, field }: ConditionFacts,
  { words, language, instance: ofAlert, names }: Reader,
): string {
  const known = ruleField(source, field)
  if (!known?.series) return words.figures[field] ?? field
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

/** Alerts say no times: those stand beside them. */
const NO_TIMES: Omit<FormatWords, 'decimalSign' | 'groupSign' | 'unit'> = {
  date: () => '',
  today: () => '',
  ago: () => '',
  compass: (point) => point,
}
