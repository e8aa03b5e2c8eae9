import { useEffect, useState } from 'react'
import { useFormats } from '../i18n/useFormats.ts'
import classes from './ChartMap.module.css'
import { scaleBar } from './scaleBar.ts'
import { useStage } from './stageContext.ts'
import { viewportOf } from './viewport.ts'

const MAX_PX = 120

export function ScaleBar() {
  const { map } = useStage()
  const formats = useFormats()
  const [{ nmi, px }, setScale] = useState(() => scaleBar(viewportOf(map), MAX_PX))
  useEffect(() => {
    const read = () => {
      const next = scaleBar(viewportOf(map), MAX_PX)
      setScale((held) => (held.nmi === next.nmi && Math.round(held.px) === Math.round(next.px) ? held : next))
    }
    read()
    map.on('move', read)
    map.on('resize', read)
    return () => {
      map.off('move', read)
      map.off('resize', read)
    }
  }, [map])
  const decimals = nmi >= 1 ? 0 : Math.ceil(-Math.log10(nmi) - 1e-9)
  return (
    <div className={classes.scale} style={{ width: Math.round(px) }}>
      {formats.number(nmi, decimals)} nmi
    </div>
  )
}
