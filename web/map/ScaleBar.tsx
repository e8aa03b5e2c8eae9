import { useEffect, useState } from 'react'
import { useFormats } from '../i18n/useFormats.ts'
import classes from './ChartMap.module.css'
import { scaleBar } from './drawScaleBar.ts'
import { useStage } from './stageContext.ts'
import { viewportOf } from './viewport.ts'

const MAX_PX = 120

export function ScaleBar() {
  const { map } = useStage()
  const formats = useFormats()
  const { factor, unit } = formats.shown('nmi')
  const [{ distance, px }, setScale] = useState(() => scaleBar(viewportOf(map), MAX_PX, factor))
  useEffect(() => {
    const read = () => {
      const next = scaleBar(viewportOf(map), MAX_PX, factor)
      setScale((held) =>
        held.distance === next.distance && Math.round(held.px) === Math.round(next.px) ? held : next,
      )
    }
    read()
    map.on('move', read)
    map.on('resize', read)
    return () => {
      map.off('move', read)
      map.off('resize', read)
    }
  }, [map, factor])
  const decimals = distance >= 1 ? 0 : Math.ceil(-Math.log10(distance) - 1e-9)
  return (
    <div className={classes.scale} style={{ width: Math.round(px) }}>
      {formats.quantity(distance, unit, decimals)}
    </div>
  )
}
