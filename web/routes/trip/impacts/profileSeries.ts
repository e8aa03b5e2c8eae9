import type { ImpactEvent } from '#contract/wire/impact.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import type { ChosenSeries } from '../../../plots/pane.ts'
import { engineNumbers } from './eventSeries.ts'

export const PROFILES = ['sensors', 'speed', 'trim', 'gear'] as const
export type Profile = (typeof PROFILES)[number]

/** Above slot 6, colours alone are hard to distinguish. */
const DASHED_FROM = 6

/** Lines of a profile: one for each sensor that measured the impact, or one for each engine. */
export function profileSeries(profile: Profile, event: ImpactEvent, t: Translate): ChosenSeries[] {
  if (profile === 'sensors') {
    return event.impacts.map(({ bq_sensor_id: number }, slot) =>
      line({ field: `impact_${number}`, label: t('impacts.sensor', { number }), unit: 'g', slot }),
    )
  }
  return engineNumbers.map((engine) => {
    const label = t('impacts.event.engine', { number: engine })
    const slot = engine - 1
    if (profile === 'speed') {
      return line({ field: `engine_speed_${engine}`, label, unit: 'rpm', slot, shows: 'avg' })
    }
    if (profile === 'trim')
      return line({ field: `tilt_trim_${engine}`, label, unit: '%', slot, shows: 'avg' })
    const states = (['0', '1', '2', '3'] as const).map((gear) => t(`impacts.event.gear.${gear}`))
    return line({ field: `transmission_gear_${engine}`, label, unit: '', slot, states })
  })
}

const line = (given: Pick<ChosenSeries, 'field' | 'label' | 'unit' | 'slot'> & Partial<ChosenSeries>) => ({
  factor: 1,
  dash: given.slot >= DASHED_FROM ? [6, 3] : [],
  area: false,
  shows: 'max' as const,
  ...given,
})
