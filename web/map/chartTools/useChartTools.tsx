import { IconMapPin, IconRulerMeasure, IconTargetArrow } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#contract/geodesy/position.ts'
import { lazyPart } from '../../loading/parts.ts'
import { Tool, ToolGroup } from '../MapTools.tsx'
import { type MapLibrePlace, positionOf } from '../mapPosition.ts'
import { useStage } from '../stageContext.ts'
import { PointerPosition } from './PointerPosition.tsx'

const GoToWindow = lazyPart(() => import('./GoToWindow.tsx').then((loaded) => loaded.GoToWindow))
const MeasureWindow = lazyPart(() => import('./MeasureWindow.tsx').then((loaded) => loaded.MeasureWindow))
const RingsWindow = lazyPart(() => import('./RingsWindow.tsx').then((loaded) => loaded.RingsWindow))
const PositionPopup = lazyPart(() => import('./PositionPopup.tsx').then((loaded) => loaded.PositionPopup))

/** Chart tools for mariners: the buttons and their windows. */
export function useChartTools(): { tools: ReactNode; windows: ReactNode } {
  const { t } = useTranslation()
  const { map } = useStage()
  const [open, setOpen] = useState<'measure' | 'rings' | 'goTo' | null>(null)
  const [here, setHere] = useState<Position | null>(null)
  const [begin, setBegin] = useState<Position | null>(null)
  const toggle = (one: 'measure' | 'rings' | 'goTo') => {
    setBegin(null)
    setOpen((now) => (now === one ? null : one))
  }
  const close = () => setOpen(null)

  useEffect(() => {
    const ask = ({ lngLat }: { lngLat: MapLibrePlace }) => setHere(positionOf(lngLat))
    const leave = () => setHere(null)
    map.on('contextmenu', ask)
    map.on('click', leave)
    return () => {
      map.off('contextmenu', ask)
      map.off('click', leave)
    }
  }, [map])

  return {
    tools: (
      <ToolGroup>
        <Tool
          label={t('chartTools.measure')}
          icon={IconRulerMeasure}
          pressed={open === 'measure'}
          onClick={() => toggle('measure')}
        />
        <Tool
          label={t('chartTools.rings')}
          icon={IconTargetArrow}
          pressed={open === 'rings'}
          onClick={() => toggle('rings')}
        />
        <Tool
          label={t('chartTools.goTo')}
          icon={IconMapPin}
          pressed={open === 'goTo'}
          onClick={() => toggle('goTo')}
        />
      </ToolGroup>
    ),
    windows: (
      <>
        <PointerPosition />
        <Suspense>
          {open === 'measure' && <MeasureWindow key={begin?.latitudeDeg} begin={begin} onClose={close} />}
          {open === 'rings' && <RingsWindow key={begin?.latitudeDeg} begin={begin} onClose={close} />}
          {open === 'goTo' && <GoToWindow onClose={close} />}
          {here && (
            <PositionPopup
              position={here}
              onClose={() => setHere(null)}
              onBegin={(tool) => {
                setBegin(here)
                setHere(null)
                setOpen(tool)
              }}
            />
          )}
        </Suspense>
      </>
    ),
  }
}
