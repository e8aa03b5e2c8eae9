import { IconArrowNarrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/useFormats.ts'
import classes from './Direction.module.css'
import { Icon } from './Icon.tsx'

/** The arrow points where the wind, the waves or the current go; the text follows the convention of the direction. */
export function Direction({ deg, convention }: { deg: number; convention: 'from' | 'towards' }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const towards = convention === 'from' ? deg + 180 : deg
  return (
    <span className={classes.direction}>
      <span style={{ rotate: `${Math.round(towards)}deg` }}>
        <Icon of={IconArrowNarrowUp} size={18} />
      </span>
      {t(`weather.${convention}`, { point: formats.compassPoint(deg) })}
    </span>
  )
}
