import { Spotlight } from '@mantine/spotlight'
import { IconLock, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/Icon.tsx'
import classes from './Palette.module.css'

export interface Entry {
  id: string
  label: string
  icon: TablerIcon
  locked?: boolean
  /** Grey text at the end. */
  aside?: string
  onClick: () => void
}

export function PaletteEntry({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const { label, icon, locked = false, aside, onClick } = entry
  return (
    <Spotlight.Action
      label={label}
      highlightQuery
      leftSection={<Icon of={icon} />}
      rightSection={
        locked ? <Icon of={IconLock} size={16} /> : aside && <span className={classes.aside}>{aside}</span>
      }
      {...(locked ? { description: t('nav.locked') } : {})}
      disabled={locked}
      onClick={onClick}
    />
  )
}
