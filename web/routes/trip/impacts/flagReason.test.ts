import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import type { ImpactFlag } from '#contract/wire/impact.ts'
import { createFormats } from '#contract/words/formats.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import { words as en } from '../../../i18n/screens/en.ts'
import { anImpact } from '../../../testing/anImpact.ts'
import { flagReason } from './flagReason.ts'

const formats = createFormats({
  ...{ decimalSign: '.', groupSign: ',', unit: (unit: string) => unit },
  ...{ date: () => '', today: () => '', ago: () => '', compass: (point) => point },
})
const i18n = createInstance()
beforeAll(async () => {
  await i18n.init({
    ...{ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } },
  })
})
const reason = (flag: ImpactFlag, known: Parameters<typeof anImpact>[0]) =>
  flagReason(flag, anImpact({ flags: [flag], ...known }), i18n.t as Translate, formats)

test('explains a flag with the measured numbers', () => {
  expect(reason('PROP_STRIKE', { max_rpm_change: -800, min_water_depth: 1.8 })).toContain(
    'fell by 800 rpm where the water was 1.8 m deep',
  )
  expect(reason('PROP_VENT', { max_rpm_change: 412 })).toContain('rose by 412 rpm')
  expect(reason('GROUNDING', { min_water_depth: 0.7 })).toContain('0.7 m, less than 1 m')
  expect(reason('SHALLOW', { min_water_depth: 1.8 })).toContain('1.8 m, less than 2 m')
  expect(reason('COLLISION', { distance_to_closest_vessel: 4.2 })).toContain('4.2 m away, less than 5 m')
  expect(reason('NEARBY_VESSEL', { distance_to_closest_vessel: 18.3 })).toContain('18.3 m away')
})

test("explains an engine slowdown by its speed, or by the engine's own report", () => {
  expect(reason('ENGINE_SLOWDOWN', { max_rpm_change: -700 })).toContain('fell by 700 rpm')
  expect(reason('ENGINE_SLOWDOWN', { max_rpm_change: -40 })).toContain('an engine reported')
  expect(
    reason('ENGINE_SLOWDOWN', {
      ...{ max_rpm_change: -800, min_water_depth: 1 },
      flags: ['PROP_STRIKE', 'ENGINE_SLOWDOWN'],
    }),
  ).toContain('an engine reported')
})
