import { readLocalStorageValue } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator, useDefaultLayout, usePanelRef } from 'react-resizable-panels'
import { BottomSheet } from '../../ui/BottomSheet.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { usePrinting } from '../../ui/printing.ts'
import { usePhone } from '../../ui/usePhone.ts'
import classes from './MapFrame.module.css'

interface Props {
  /** Content beside the map. */
  panel: ReactNode
  /** The map itself. */
  children: ReactNode
  /** Shown above the sheet on a phone, such as the selected vessel. */
  card?: ReactNode
  /** Shown at the foot of the map; on a phone above the sheet instead of the card. */
  foot?: ReactNode
}

const SIDE = 'side'
const LEAST_PX = 320
/** Storage key for the width of the open panel in px. */
const WIDTH = { key: 'map-panel-width', defaultValue: 360 }
const rememberWidth = (px: number) => localStorage.setItem(WIDTH.key, String(px))

/** Resizable panel beside the map that the user can close; on a phone a sheet over the map. */
export function MapFrame({ panel, children, card, foot }: Props) {
  const phone = usePhone()
  const printing = usePrinting()
  // Printing keeps the frame: another frame would mount another map, without the picture prepared for paper.
  const onPhone = useRef(phone)
  if (!printing) onPhone.current = phone
  if (onPhone.current) {
    return (
      <div className={classes.phone} data-paper="none">
        {children}
        <BottomSheet above={foot || card}>{panel}</BottomSheet>
      </div>
    )
  }
  return (
    <SideBySide panel={panel}>
      {children}
      {foot && <Foot>{foot}</Foot>}
    </SideBySide>
  )
}

/** Content at the foot; the map keeps scale, credits and its centre clear of the content. */
function Foot({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const map = box.current?.parentElement
    if (!box.current || !map) return
    const sizes = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      map.style.setProperty('--map-bottom', `${Math.round(height) + 12}px`)
    })
    sizes.observe(box.current)
    return () => {
      sizes.disconnect()
      map.style.removeProperty('--map-bottom')
    }
  }, [])
  return (
    <div ref={box} className={classes.foot}>
      {children}
    </div>
  )
}

function SideBySide({ panel, children }: Props) {
  const { t } = useTranslation()
  const side = usePanelRef()
  const layout = useDefaultLayout({ id: 'map-panels', panelIds: [SIDE, 'map'], storage: localStorage })
  const [hidden, setHidden] = useState(layout.defaultLayout?.[SIDE] === 0)
  // The library would expand the panel only to its minimum width after a page reload.
  const toggle = () =>
    hidden ? side.current?.resize(readLocalStorageValue(WIDTH)) : side.current?.collapse()
  return (
    <Group
      className={classes.panels}
      data-paper="none"
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
