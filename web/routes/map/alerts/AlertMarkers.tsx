import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import { type Alert, SEVERITIES } from '#contract/wire/alert.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { coveredPx } from '../../../map/fitBounds.ts'
import { flight } from '../../../map/flight.ts'
import { useMapLook } from '../../../map/mapLook.ts'
import { placeAt } from '../../../map/nearestOnTrack.ts'
import { mapColours } from '../../../map/palette.ts'
import { useStage } from '../../../map/stageContext.ts'
import type { Track } from '../../../map/track.ts'
import { screenX, screenY, viewportOf } from '../../../map/viewport.ts'
import { SeverityIcon } from '../../../ui/SeverityIcon.tsx'
import classes from './AlertMarkers.module.css'
import { AlertPopup } from './AlertPopup.tsx'
import { type AlertFocus, type FocusedAlert, useFocusedAlert } from './alertFocus.ts'

interface Props {
  alerts: readonly Alert[]
  /** Gives the position for an alert without one. */
  track: Track | null
  focus: AlertFocus
}

interface Mark {
  alert: Alert
  /** Position in the Mercator square. */
  x: number
  y: number
}

/** Alerts at their places, the worst on top; all move together with the map. */
export function AlertMarkers({ alerts, track, focus }: Props) {
  const { map } = useStage()
  const { t } = useTranslation()
  const formats = useFormats()
  const { severity: colours } = mapColours(useMapLook())
  const holder = useRef<HTMLDivElement>(null)
  const focused = useFocusedAlert(focus)
  const marks = useMemo(() => placeMarks(alerts, track), [alerts, track])

  useEffect(() => {
    const follow = () => {
      const view = viewportOf(map)
      marks.forEach(({ x, y }, index) => {
        const mark = holder.current?.children[index] as HTMLElement | undefined
        if (mark) mark.style.translate = `${screenX(view, x)}px ${screenY(view, y)}px`
      })
    }
    follow()
    map.on('render', follow)
    return () => {
      map.off('render', follow)
    }
  }, [map, marks])
  useShownAlert(focus, marks)

  const shown = focused && marks.find(({ alert }) => alert.id === focused.alert.id)
  return (
    <>
      <div
        ref={holder}
        style={Object.fromEntries(SEVERITIES.map((one) => [`--tf-sev-${one}`, colours[one]]))}
      >
        {marks.map(({ alert }) => (
          <button
            key={alert.id}
            type="button"
            tabIndex={-1}
            className={classes.mark}
            data-focused={alert.id === focused?.alert.id || undefined}
            aria-label={`${t(`severity.${alert.severity}`)}: ${alert.text}, ${formats.timeSeconds(Date.parse(alert.trigger_time))}`}
            onMouseEnter={() => focus.hover(alert, 'map')}
            onMouseLeave={() => focus.hover(null, 'map')}
            onClick={() => focus.press(alert, 'map')}
          >
            <SeverityIcon severity={alert.severity} size={18} />
          </button>
        ))}
      </div>
      {shown && focused && (
        <AlertPopup
          key={focused.alert.id}
          focused={focused}
          x={shown.x}
          y={shown.y}
          track={track}
          onClose={() => focus.press(null, 'map')}
        />
      )}
    </>
  )
}

/** Orders marks by severity, the worst last, so that they lie on top. */
function placeMarks(alerts: readonly Alert[], track: Track | null): Mark[] {
  const worst = (alert: Alert) => SEVERITIES.indexOf(alert.severity)
  return [...alerts]
    .sort((a, b) => worst(b) - worst(a))
    .flatMap((alert) => {
      if (alert.latitudeDeg !== null && alert.longitudeDeg !== null) {
        return [{ alert, x: mercatorX(alert.longitudeDeg), y: mercatorY(alert.latitudeDeg) }]
      }
      const place = track && placeAt(track, Date.parse(alert.trigger_time))
      return place ? [{ alert, x: place.x, y: place.y }] : []
    })
}

/** Zoom that shows the surroundings of a selected alert. */
const CLOSE_ZOOM = 13
const EDGE_PX = 40
/** Delay after which the map follows the pointer on the list, ms. */
const PASSING_MS = 180

/** Moves the map to the alert that is focused in the list or the plot. */
function useShownAlert(focus: AlertFocus, marks: readonly Mark[]) {
  const { map } = useStage()
  useEffect(() => {
    let wait: ReturnType<typeof setTimeout> | undefined
    let brought: FocusedAlert | null = null
    const show = () => {
      clearTimeout(wait)
      const focused = focus.get()
      const mark = focused && marks.find(({ alert }) => alert.id === focused.alert.id)
      // A pressed alert that is focused again does not move the map, because the user may have moved it since.
      if (!mark || focused.by === 'map' || focused === brought) return
      if (focused.pressed) brought = focused
      const view = viewportOf(map)
      const [x, y] = [screenX(view, mark.x), screenY(view, mark.y)]
      const bottom = view.height - coveredPx(map)
      const inSight = x > EDGE_PX && x < view.width - EDGE_PX && y > EDGE_PX && y < bottom - EDGE_PX
      if (inSight && !focused.pressed) return
      const center = map.unproject([x, y])
      const zoom = Math.max(map.getZoom(), focused.pressed ? CLOSE_ZOOM : 0)
      wait = setTimeout(
        () => map.easeTo({ center, zoom, offset: [0, -coveredPx(map) / 2], ...flight(600) }),
        focused.pressed ? 0 : PASSING_MS,
      )
    }
    const leave = focus.subscribe(show)
    return () => {
      clearTimeout(wait)
      leave()
    }
  }, [map, focus, marks])
}
