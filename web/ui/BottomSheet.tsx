import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './BottomSheet.module.css'
import { nearestStop, SHEET_STOPS, type SheetStop, stopHeight } from './sheetStops.ts'

/** Panel beside the map on a desk and over it on a phone, where the user drags its handle to one of three heights. */
export function BottomSheet({ above, children }: { above?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  const sheet = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const drag = useRef<{ fromY: number; fromPx: number; moved: boolean } | null>(null)
  const [stop, setStop] = useState<SheetStop>('half')

  const roomPx = () => sheet.current?.parentElement?.clientHeight ?? innerHeight
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { fromY: event.clientY, fromPx: sheet.current?.offsetHeight ?? 0, moved: false }
  }
  const move = (event: PointerEvent) => {
    if (!drag.current || !sheet.current) return
    const px = drag.current.fromPx + drag.current.fromY - event.clientY
    drag.current.moved ||= Math.abs(event.clientY - drag.current.fromY) > 4
    sheet.current.style.transition = 'none'
    sheet.current.style.height = `${Math.max(stopHeight('low', roomPx()), Math.min(roomPx(), px))}px`
  }
  const end = () => {
    if (!drag.current || !sheet.current) return
    const next = drag.current.moved ? nearestStop(sheet.current.offsetHeight, roomPx()) : following(stop)
    sheet.current.style.transition = ''
    sheet.current.style.height = ''
    drag.current = null
    setStop(next)
  }
  const step = (by: 1 | -1) => {
    const next = SHEET_STOPS[SHEET_STOPS.indexOf(stop) + by]
    if (next) setStop(next)
  }

  // The map keeps scale, credits and its centre clear of the sheet, except below a full sheet.
  useLayoutEffect(() => {
    const resting = stopHeight(stop === 'full' ? 'half' : stop, roomPx())
    const covered = resting + (card.current ? card.current.offsetHeight + 12 : 0)
    sheet.current?.parentElement?.style.setProperty('--map-bottom', `${Math.round(covered)}px`)
  })

  return (
    <div ref={sheet} className={classes.sheet} data-stop={stop}>
      {above && stop !== 'full' && (
        <div ref={card} className={classes.above}>
          {above}
        </div>
      )}
      <button
        type="button"
        className={classes.handle}
        aria-label={t('map.sheet')}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={({ key }) => {
          if (key === 'ArrowUp') step(1)
          if (key === 'ArrowDown') step(-1)
        }}
      />
      <div className={classes.content}>{children}</div>
    </div>
  )
}

const following = (stop: SheetStop): SheetStop => (stop === 'half' ? 'full' : 'half')
