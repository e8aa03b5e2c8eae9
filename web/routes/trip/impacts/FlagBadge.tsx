import {
  IconAlertTriangle,
  IconEngine,
  IconMountain,
  IconPropeller,
  IconRipple,
  IconShip,
  IconWind,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImpactFlag } from '#contract/wire/impact.ts'
import { Icon } from '../../../ui/Icon.tsx'
import classes from './FlagBadge.module.css'

const ICONS: Readonly<Record<ImpactFlag, TablerIcon>> = {
  PROP_STRIKE: IconPropeller,
  PROP_VENT: IconWind,
  ENGINE_SLOWDOWN: IconEngine,
  SHALLOW: IconRipple,
  GROUNDING: IconMountain,
  NEARBY_VESSEL: IconShip,
  COLLISION: IconAlertTriangle,
}

/** Likely cause of an impact, from its circumstances. */
export function FlagBadge({ flag }: { flag: ImpactFlag }) {
  const { t } = useTranslation()
  return (
    <span className={classes.flag}>
      <Icon of={ICONS[flag]} size={14} />
      {t(`impacts.flag.${flag}`)}
    </span>
  )
}
