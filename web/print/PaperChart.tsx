import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { useRecentTracks } from '../fleetReplay/useRecentTracks.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { scaleBar } from '../map/drawScaleBar.ts'
import { useMapLook } from '../map/mapLook.ts'
import { mapPicture } from '../map/mapPicture.ts'
import { markerColours } from '../map/palette.ts'
import { useShownFleet } from '../map/shownFleet.ts'
import { useStage } from '../map/stageContext.ts'
import { viewportOf } from '../map/viewport.ts'
import { usePreference } from '../preferences/preferences.ts'
import { beforePrinting } from '../ui/printing.ts'
import classes from './PaperChart.module.css'
import { PaperHead } from './PaperHead.tsx'

interface Drawn {
  url: string
  widthPx: number
  heightPx: number
  scale: { words: string; px: number }
  /** Time that the map shows. */
  timeMs: number
  credits: string
}

const SCALE_PX = 160
/** Height limit, so that the map with heading and legend fits on one landscape sheet, A4 or Letter. */
const HIGHEST_MM = 130

/**
 * Printed map as on the screen, with scale and legend, drawn as a picture because a printer cannot read a WebGL
 * canvas.
 */
export function PaperChart({ title }: { title: string }) {
  const formats = useFormats()
  const { map } = useStage()
  const fleet = useShownFleet()
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const { factor, unit } = formats.shown('nmi')

  useEffect(() => {
    const take = () => {
      const view = viewportOf(map)
      const { distance, px } = scaleBar(view, SCALE_PX, factor)
      const decimals = distance >= 1 ? 0 : Math.ceil(-Math.log10(distance) - 1e-9)
      const frame = map.getContainer().parentElement
      const url = mapPicture(map)
      if (!url) return
      flushSync(() =>
        setDrawn({
          url,
          widthPx: view.width,
          heightPx: view.height,
          scale: { words: formats.quantity(distance, unit, decimals), px },
          timeMs: Math.floor(fleet.nowMs() / MINUTE_MS) * MINUTE_MS,
          credits: frame?.querySelector('[data-credits]')?.textContent ?? '',
        }),
      )
    }
    const forget = () => setDrawn(null)
    // Takes the picture before printing, because the layout for paper hides the map.
    const leave = beforePrinting(take)
    addEventListener('afterprint', forget)
    return () => {
      leave()
      removeEventListener('afterprint', forget)
    }
  }, [map, fleet, factor, unit, formats])

  const main = document.getElementById('main')
  if (!drawn || !main) return null
  return createPortal(
    <figure className={classes.chart} data-paper="wide">
      <PaperHead title={title} about={formats.dateTime(drawn.timeMs)} />
      <div style={{ width: `min(100%, ${(HIGHEST_MM * drawn.widthPx) / drawn.heightPx}mm)` }}>
        <img className={classes.picture} src={drawn.url} alt="" />
        <div className={classes.legend}>
          <span className={classes.scale} style={{ width: `${(100 * drawn.scale.px) / drawn.widthPx}%` }}>
            {drawn.scale.words}
          </span>
          <Legend />
          <span className={classes.credits}>{drawn.credits}</span>
        </div>
      </div>
    </figure>,
    main,
  )
}

/** Legend of the marks, with the same shapes as on the map. */
function Legend() {
  const { t } = useTranslation()
  const { isPast } = useShownFleet()
  const { fill, edge } = markerColours(useMapLook(), usePreference('marker-style'))
  const tracks = useRecentTracks()
  const hours = usePreference('recent-tracks-hours')
  return (
    <ul className={classes.marks}>
      <li>
        <svg viewBox="-8 -12 16 24" aria-hidden="true">
          <path
            d="M0 -11C3.6 -6.2 4.9 -2 4.9 3.4V8.2C4.9 9.4 4.2 10 3 10H-3C-4.2 10 -4.9 9.4 -4.9 8.2V3.4C-4.9 -2 -3.6 -6.2 0 -11Z"
            fill={fill}
            stroke={edge}
          />
        </svg>
        {t('paperChart.underWay')}
      </li>
      <li>
        <svg viewBox="-8 -8 16 16" aria-hidden="true">
          <circle r="5.5" fill={fill} stroke={edge} />
        </svg>
        {t('paperChart.still')}
      </li>
      <li>
        <svg viewBox="-8 -8 16 16" aria-hidden="true">
          <circle r="5" fill="none" stroke={fill} strokeWidth="2.5" />
        </svg>
        {t('paperChart.notReporting')}
      </li>
      {tracks && !isPast && (
        <li>
          <svg viewBox="-8 -8 16 16" aria-hidden="true">
            <path d="M-8 4L0 -3L8 1" fill="none" stroke={fill} strokeWidth="2" />
          </svg>
          {t('paperChart.tracks', { hours })}
        </li>
      )}
    </ul>
  )
}
