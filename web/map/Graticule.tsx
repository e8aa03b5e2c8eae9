import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ChartMap.module.css'
import { canvasFor } from './canvasFor.ts'
import { graticule } from './drawGraticule.ts'
import { coveredPx } from './fitBounds.ts'
import { createGraticuleLayer } from './graticuleLayer.ts'
import { useMapLook } from './mapLook.ts'
import { FLOORS } from './mapStyle.ts'
import { mapColours } from './palette.ts'
import { useOverlay, useStage } from './stageContext.ts'
import { viewportOf } from './viewport.ts'

/** Degrees and minutes along the top and left edges, with their lines across the map. */
export function Graticule() {
  const { map } = useStage()
  const { t } = useTranslation()
  const look = useMapLook()
  const colours = mapColours(look).map
  const canvas = useRef<HTMLCanvasElement>(null)

  useOverlay(() => {
    // Lines over a satellite picture are nearly transparent, since no colour contrasts with every picture.
    const line =
      look === 'satellite'
        ? createGraticuleLayer(colours.ink, 0.22)
        : createGraticuleLayer(colours.graticule, 1)
    map.addLayer(line, FLOORS.graticule)
    return () => map.removeLayer('graticule')
  }, [colours, look])

  useEffect(() => {
    const draw = () => {
      const view = viewportOf(map)
      const context = canvas.current && canvasFor(canvas.current, view.width, view.height)
      if (!context) return
      context.font = '500 10px "Inter Variable", sans-serif'
      const write = (label: string, x: number, y: number) => {
        // Draws labels on a background, because a name may lie below.
        context.fillStyle = colours.sea
        context.globalAlpha = 0.82
        context.beginPath()
        context.roundRect(x - 3, y - 10, context.measureText(label).width + 6, 13, 3)
        context.fill()
        context.globalAlpha = 1
        context.fillStyle = look === 'satellite' ? colours.ink2 : colours.water
        context.fillText(label, x, y)
      }
      const bottom = view.height - coveredPx(map) - BOTTOM_CLEAR_PX
      const { meridians, parallels } = graticule(view, (point) => t(`format.compass.${point}`))
      for (const { px, label } of meridians) {
        if (px > LEFT_CLEAR_PX && px < view.width - RIGHT_CLEAR_PX) write(label, px + 4, 14)
      }
      for (const { px, label } of parallels) {
        if (px > TOP_CLEAR_PX && px < bottom) write(label, 8, px - 4)
      }
    }
    map.on('render', draw)
    map.triggerRepaint()
    return () => {
      map.off('render', draw)
    }
  }, [map, colours, look, t])

  return <canvas ref={canvas} className={classes.overlay} />
}

/** Space for the labels of the other edge, for the button above and for the scale below. */
const LEFT_CLEAR_PX = 44
const RIGHT_CLEAR_PX = 46
const TOP_CLEAR_PX = 80
const BOTTOM_CLEAR_PX = 44
