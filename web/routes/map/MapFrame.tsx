import { readLocalStorageValue } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useDefaultLayout, usePanelRef } from 'react-resizable-panels'
import { BottomSheet } from '../../ui/BottomSheet.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import classes from './MapFrame.module.css'

interface Props {
  /** What stands beside the map. */
  panel: ReactNode
  /** The map itself. */
  children: ReactNode
  /** Stands above the sheet on a phone, such as the selected vessel. */
  card?: ReactNode
}

const SIDE = 'side'
const LEAST_PX = 320
/** The width of the open panel in px, in this browser. */
const WIDTH = { key: 'map-panel-width', defaultValue: 360 }
const rememberWidth = (px: number) => localStorage.setItem(WIDTH.key, String(px))

/** A panel beside the map that can be resized and put away; on a phone a sheet over the map. */
export function MapFrame({ panel, children, card }: Props) {
  const phone = usePhone()
  if (phone) {
    return (
      <div className={classes.phone}>
        {children}
        <BottomSheet above={card}>{panel}</BottomSheet>
      </div>
    )
  }
  return <SideBySide panel={panel}>{children}</SideBySide>
}

function SideBySide({ panel, children }: Props) {
  const { t } = useTranslation()
  const side = usePanelRef()
  const layout = useDefaultLayout({ id: 'map-panels', panelIds: [SIDE, 'map'], storage: localStorage })
  const [hidden, setHidden] = useState(layout.defaultLayout?.[SIDE] === 0)
  // Of itself the panel would come back no wider than it must be once the page was loaded anew.
  const toggle = () =>
    hidden ? side.current?.resize(readLocalStorageValue(WIDTH)) : side.current?.collapse()
  return (
    <Group
      className={classes.panels}
      defaultLayout={layout.defaultLayout}
      onLayoutChanged={layout.onLayoutChanged}
    >
      <Panel
        id={SIDE}
        panelRef={side}
        className={classes.side}
        defaultSize={WIDTH.defaultValue}
        minSize={LEAST_PX}
        maxSize={560}
        collapsible
        collapsedSize={0}
        groupResizeBehavior="preserve-pixel-size"
        onResize={({ inPixels }) => {
          setHidden(inPixels < 1)
          if (inPixels >= LEAST_PX) rememberWidth(inPixels)
        }}
      >
        {panel}
      </Panel>
      <Separator className={classes.separator} />
      <Panel id="map" className={classes.map}>
        {children}
        <button type="button" className={classes.toggle} onClick={toggle}>
          <Icon of={hidden ? IconChevronRight : IconChevronLeft} size={16} />
          {t(hidden ? 'map.showPanel' : 'map.hidePanel')}
        </button>
      </Panel>
    </Group>
  )
}
