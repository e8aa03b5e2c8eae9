import { expect, test } from 'vitest'
import { fromWire, SERIES, type SeriesKey } from '#contract/domain/series.ts'
import { SECOND_US } from '#contract/domain/time.ts'
import { RULE_TEMPLATES, TEMPLATE_IDS } from '#contract/wire/ruleTemplates.ts'
import { compileRule } from './compileRule.ts'
import { RuleFold, type SignalColumn } from './ruleFold.ts'

type State = Readonly<Record<string, number | ((second: number) => number)>>
const C = (degrees: number) => degrees + 273.15

/** Measurements of a boat in good order and in trouble, in units of the wire. */
const SCENES: Readonly<Record<(typeof TEMPLATE_IDS)[number], { well: State; ill: State; after?: number }>> = {
  overheating: { well: { coolant_temperature: C(82) }, ill: { coolant_temperature: C(98) } },
  low_oil_pressure: {
    well: { oil_pressure: 350_000, engine_speed: 2200 },
    ill: { oil_pressure: 90_000, engine_speed: 2200 },
  },
  hot_oil: { well: { oil_temperature: C(95) }, ill: { oil_temperature: C(126) } },
  over_revving: { well: { engine_speed: 3200 }, ill: { engine_speed: 4300 } },
  no_cooling_water: {
    well: { sea_water_pump_pressure: 60_000, engine_speed: 1500 },
    ill: { sea_water_pump_pressure: 2000, engine_speed: 1500 },
  },
  alternator: {
    well: { alternator_voltage: 14.1, engine_speed: 1500 },
    ill: { alternator_voltage: 12.4, engine_speed: 1500 },
  },
  battery_low: { well: { battery_voltage: 12.7 }, ill: { battery_voltage: 11.6 } },
  battery_hot: { well: { battery_temperature: C(30) }, ill: { battery_temperature: C(61) } },
  shore_power_lost: { well: { battery_voltage: 13.6 }, ill: { battery_voltage: 12.7 } },
  bilge_pump: { well: { switch: 0 }, ill: { switch: 1 } },
  bilge_cycles: {
    well: { switch: 0 },
    ill: { switch: (second) => (second % 600 < 30 ? 1 : 0) },
    after: 2400,
  },
  fuel_low: { well: { fuel_level: 60 }, ill: { fuel_level: 14 } },
  fuel_loss: { well: { fuel_level: 60 }, ill: { fuel_level: 50 } },
  shallow: { well: { depth_below_transducer: 12, sog: 5 }, ill: { depth_below_transducer: 1.4, sog: 5 } },
  shoaling: { well: { depth_below_transducer: 20, sog: 12 }, ill: { depth_below_transducer: 9, sog: 12 } },
  harbour_speed: { well: { sog: 4 }, ill: { sog: 9 } },
  too_fast: { well: { sog: 28 }, ill: { sog: 44 } },
  hard_impact: { well: { impact: 1.1 }, ill: { impact: 5.2 } },
  heeling: { well: { euler_x: 8 }, ill: { euler_x: -41 } },
  strong_wind: { well: { wind_speed: 7 }, ill: { wind_speed: 18 } },
  night_departure: { well: { 'vessel-status:hour': 14, sog: 8 }, ill: { 'vessel-status:hour': 2.5, sog: 8 } },
  no_captain: { well: { 'vessel-status:captain': 1, sog: 8 }, ill: { 'vessel-status:captain': 0, sog: 8 } },
  adrift: { well: { sog: 0.2 }, ill: { sog: 1.6 } },
  idling: { well: { sog: 9, engine_speed: 1800 }, ill: { sog: 0.1, engine_speed: 700 }, after: 2000 },
  gone_quiet: { well: { records: 1 }, ill: {}, after: 7300 },
  rough_trip: { well: { 'statistics:red_impacts': 3 }, ill: { 'statistics:red_impacts': 31 } },
}

/** Series of engines, batteries and tanks; series of motion sensors belong to the boat. */
function isOfSeveral(name: string): boolean {
  if (!Object.hasOwn(SERIES, name)) return false
  const { instances, group } = SERIES[name as SeriesKey]
  return instances && group !== 'Sensors'
}

/** Every signal once a second: normal for ten minutes, then as the scene describes. */
const TURN_S = 600
function play({ well, ill, after = 300 }: (typeof SCENES)['shallow'], isIll: boolean) {
  const names = Object.keys(well)
  const columns = names.map((name): SignalColumn => {
    const seconds = Array.from({ length: TURN_S + after }, (_, second) => second)
    const rows = seconds.flatMap((second) => {
      const value = (isIll && second >= TURN_S ? ill : well)[name]
      if (value === undefined) return []
      return [[second, typeof value === 'number' ? value : value(second)] as const]
    })
    const isSeries = Object.hasOwn(SERIES, name)
    return {
      name,
      instance: isOfSeveral(name) ? 1 : 0,
      timeUs: Float64Array.from(rows, ([second]) => second * SECOND_US),
      value: Float64Array.from(rows, ([, value]) => (isSeries ? fromWire(name as SeriesKey, value) : value)),
    }
  })
  return { columns, toUs: (TURN_S + after) * SECOND_US }
}

test.each(RULE_TEMPLATES.map((template) => [template.id, template] as const))(
  'raises %s when it happens, and not before',
  (id, template) => {
    const definition = {
      geofences: { enabled: false, ids: [], area_operation: 'inside' as const },
      logic: { and: template.and, ...(template.or ? { or: template.or } : {}) },
      ...(template.repeat ? { repeat: template.repeat } : {}),
    }
    const episodes = (isIll: boolean) => {
      const rule = compileRule({ type: 'threshold', severity: template.severity, definition })
      if (!rule) throw new Error('the template makes no sense')
      const { columns, toUs } = play(SCENES[id], isIll)
      return new RuleFold(rule, [], Number.NEGATIVE_INFINITY).advance({ columns, fixes: null }, toUs)
    }
    expect(episodes(false)).toEqual([])
    const raised = episodes(true)
    expect(raised).toHaveLength(1)
    expect(raised[0]?.beginUs).toBeGreaterThanOrEqual(TURN_S * SECOND_US)
  },
)

test('has exactly one scene for every template', () => {
  expect(RULE_TEMPLATES.map(({ id }) => id)).toEqual([...TEMPLATE_IDS])
})
