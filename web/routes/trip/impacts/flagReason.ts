import { toShown } from '#contract/domain/unitChoice.ts'
import type { ImpactEvent, ImpactFlag } from '#contract/wire/impact.ts'
import type { Formats } from '#contract/words/formats.ts'
import type { Translate } from '../../../i18n/i18n.ts'

type Measured = Pick<
  ImpactEvent,
  'max_rpm_change' | 'min_water_depth' | 'distance_to_closest_vessel' | 'flags'
>

/** Explanation of a flag, with the measured numbers. */
export function flagReason(flag: ImpactFlag, event: Measured, t: Translate, formats: Formats): string {
  const change = event.max_rpm_change
  const rpm = formats.quantity(change === null ? null : Math.abs(change), 'rpm')
  const depth = formats.quantity(event.min_water_depth, 'm')
  const distance = formats.quantity(event.distance_to_closest_vessel, 'm')
  const metres = (value: number) =>
    formats.quantity(value, 'm', Number.isInteger(toShown(formats.shown('m'), value)) ? 0 : 1)
  switch (flag) {
    case 'PROP_STRIKE':
      return t('impacts.reason.propStrike', { rpm, depth, limit: metres(2) })
    case 'PROP_VENT':
      return t('impacts.reason.propVent', { rpm })
    case 'ENGINE_SLOWDOWN':
      // A fall in engine speed that already counts as a prop strike is not repeated; the flag then comes from the
      // engine itself.
      return change !== null && change < -500 && !event.flags.includes('PROP_STRIKE')
        ? t('impacts.reason.slowdown', { rpm })
        : t('impacts.reason.powerReduced')
    case 'SHALLOW':
      return t('impacts.reason.shallow', { depth, limit: metres(2) })
    case 'GROUNDING':
      return t('impacts.reason.grounding', { depth, limit: metres(1) })
    case 'NEARBY_VESSEL':
      return t('impacts.reason.nearby', { distance, limit: metres(25) })
    case 'COLLISION':
      return t('impacts.reason.collision', { distance, limit: metres(5) })
  }
}
