import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import type { TrackMeasure } from '../../map/colourRamp.ts'
import { StartRing } from '../../map/MapMark.tsx'
import { nearestTime, placeAt, storedIntervalAt } from '../../map/nearestOnTrack.ts'
import { useStage } from '../../map/stageContext.ts'
import { TrackLayer } from '../../map/TrackLayer.tsx'
import type { Track } from '../../map/track.ts'
import { screenX, screenY, viewportOf } from '../../map/viewport.ts'
import type { LinkedCursor } from '../../plots/linkedCursor.ts'
import classes from './TripPath.module.css'
import { topSpeedKn } from './topSpeed.ts'

interface Props {
  trip: Trip
  track: Track | null
  failed: boolean
  measure: TrackMeasure
  cursor: LinkedCursor
  /** Selection such as an alert, which describes the moment better than the path's tip. */
  focus?: { get(): unknown }
  /** Called with the time of a place on the path that the user pressed. */
  onPick?: (timeMs: number) => void
}

/** Path with its start and the time under the pointer, on the map or the plot. */
export function TripPath({ trip, track, failed, measure, cursor, focus, onPick }: Props) {
  const { t } = useTranslation()
  const limitG = trip.vessel.system_settings.impact_limit
  if (failed && !track) return <p className={classes.nothing}>{t('trip.pathFailed')}</p>
  if (!track) return null
  if (track.points.length === 0) return <p className={classes.nothing}>{t('trip.noTrack')}</p>
  return (
    <>
      <TrackLayer track={track} limitG={limitG} measure={measure} topKn={topSpeedKn(track.points)} />
      <StartRing x={track.x[0] ?? 0} y={track.y[0] ?? 0} />
      <CursorRing {...{ track, limitG, cursor }} {...(focus && { focus })} {...(onPick && { onPick })} />
    </>
  )
}

const REACH_PX = 18

interface RingProps {
  track: Track
  limitG: number
  cursor: LinkedCursor
  /** Selection such as an alert, which describes the moment better than the path's tip. */
  focus?: { get(): unknown }
  onPick?: (timeMs: number) => void
}

/** Follows the linked cursor and the map directly; nothing is rendered for a mouse move. */
function CursorRing({ track, limitG, cursor, focus, onPick }: RingProps) {
  const { map } = useStage()
  const { t } = useTranslation()
  const formats = useFormats()
  const ring = useRef<HTMLDivElement>(null)
  const tip = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const follow = () => {
      const timeMs = cursor.timeMs()
      const place = timeMs === null ? null : placeAt(track, timeMs)
      if (!ring.current || !tip.current) return
      ring.current.hidden = place === null
      // A focused alert explains the time better than the tip, in the same place.
      tip.current.hidden = place === null || (focus?.get() ?? null) !== null
      if (!place || timeMs === null) return
      const view = viewportOf(map)
      const [x, y] = [screenX(view, place.x), screenY(view, place.y)]
      ring.current.style.translate = `${x}px ${y}px`
      const { offsetWidth: width, offsetHeight: height } = tip.current
      const beside = x > width + 60 ? x - width - 36 : x + 36
      const left = Math.min(beside, view.width - width - 8)
      const top = Math.min(Math.max(12, y - 4), view.height - height - 12)
      tip.current.style.translate = `${Math.round(left)}px ${Math.round(top)}px`
      const [time, figures, remark] = tip.current.children
      const point = track.points[place.index]
      const interval = storedIntervalAt(track, place.index)
      const most = (value: number | null | undefined, unit: string) => {
        const words = formats.quantity(value, unit)
        return interval && typeof value === 'number' ? t('trip.most', { value: words }) : words
      }
      if (time) {
        time.textContent = interval
          ? `${formats.timeSeconds(interval.fromMs)} – ${formats.timeSeconds(interval.toMs)}`
          : formats.timeSeconds(timeMs)
      }
      if (figures) figures.textContent = `${most(point?.alt, 'g')} · ${most(point?.sog, 'kn')}`
      const above = (point?.alt ?? 0) > limitG
      if (remark) {
        remark.textContent = above
          ? t('trip.aboveLimit', { limit: formats.number(limitG, limitG % 1 ? 1 : 0) })
          : ''
      }
    }
    const timeAt = ({ point }: MapMouseEvent) => nearestTime(track, viewportOf(map), point, REACH_PX)
    const point = (event: MapMouseEvent) => cursor.set(timeAt(event))
    const press = (event: MapMouseEvent) => {
      const timeMs = timeAt(event)
      if (timeMs !== null) onPick?.(timeMs)
    }
    const leave = () => cursor.set(null)
    map.on('render', follow)
    map.on('mousemove', point)
    map.on('mouseout', leave)
    map.on('click', press)
    const stop = cursor.subscribe(follow)
    follow()
    return () => {
      map.off('render', follow)
      map.off('mousemove', point)
      map.off('mouseout', leave)
      map.off('click', press)
      stop()
    }
  }, [map, track, cursor, focus, onPick, limitG, formats, t])

  return (
    <>
      <div ref={ring} className={classes.ring} hidden />
      <div ref={tip} className={classes.tip} hidden>
        <div className={classes.time} />
        <div className={classes.figures} />
        <div className={classes.remark} />
      </div>
    </>
  )
}
