import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconMinus, IconPlus, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import { flight } from './flight.ts'
import classes from './MapTools.module.css'
import { useStage } from './stageContext.ts'

/** Column of tools at the right edge of the map. */
export function MapTools({ children }: { children: ReactNode }) {
  return <div className={classes.tools}>{children}</div>
}

export function ToolGroup({ children }: { children: ReactNode }) {
  return <div className={classes.group}>{children}</div>
}

interface ToolProps {
  label: string
  icon: TablerIcon
  onClick: () => void
  pressed?: boolean
  disabled?: boolean
}

/** A tool with its name as the tooltip; a pressed tool is highlighted. */
export function Tool({ label, icon, onClick, pressed, disabled = false }: ToolProps) {
  return (
    <Tooltip label={label} position="left">
      <UnstyledButton
        className={classes.tool}
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon of={icon} />
      </UnstyledButton>
    </Tooltip>
  )
}

export function ZoomTools() {
  const { t } = useTranslation()
  const { map } = useStage()
  return (
    <ToolGroup>
      <Tool label={t('map.zoomIn')} icon={IconPlus} onClick={() => map.zoomIn(flight(200))} />
      <Tool label={t('map.zoomOut')} icon={IconMinus} onClick={() => map.zoomOut(flight(200))} />
    </ToolGroup>
  )
}
