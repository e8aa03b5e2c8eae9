import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { HOUR_MS, MINUTE_S } from '#contract/domain/time.ts'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Position } from '#contract/geodesy/position.ts'
import type { Alert } from '#contract/wire/alert.ts'
import { usePermission } from '../api/user.ts'
import { type Chunk, linesOf, momentOf } from '../fleetReplay/fleetHistory.ts'
import { vesselChunkQuery } from '../fleetReplay/fleetRequests.ts'
import { addLines, type Lines } from '../map/addLines.ts'
import { BoatShape } from '../map/BoatShape.tsx'
import { ChartMap } from '../map/ChartMap.tsx'
import { fitBounds } from '../map/fitBounds.ts'
import { fleetBounds } from '../map/fleetBounds.ts'
import { MapMark } from '../map/MapMark.tsx'
import { useMapLook } from '../map/mapLook.ts'
import { mapColours, markerColours } from '../map/palette.ts'
import { useOverlay, useStage } from '../map/stageContext.ts'
import { usePreference } from '../preferences/preferences.ts'
import { SeverityIcon } from '../ui/SeverityIcon.tsx'
import classes from './AlertPanel.module.css'

/** Zoom that shows the coast of a bay around the place. */
const ZOOM = 10
/** Time before and after the alert in which the map shows where the boat sailed. */
const AROUND_MS = HOUR_MS
/** Speed between two fixes below which a course means nothing. */
const COURSE_ABOVE_KN = 0.5

/** Map of the place where the alert was triggered: the boat at that moment, her track, and a marker of the severity. */
export function AlertMap({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { latitudeDeg, longitudeDeg, vessel_id: vesselId } = alert
  const momentMs = Date.parse(alert.trigger_time)
  const track = useQuery({
    ...vesselChunkQuery(vesselId, {
      fromMs: momentMs - AROUND_MS,
      toMs: momentMs + AROUND_MS,
      stepS: MINUTE_S,
    }),
    enabled: usePermission('department:trip-view', vesselId) && latitudeDeg !== null,
  })
  if (latitudeDeg === null || longitudeDeg === null)
    return <p className={classes.noPlace}>{t('alerts.noPlace')}</p>
  const place = { latitudeDeg, longitudeDeg }
  return (
    <div className={classes.map}>
      <ChartMap label={t('alerts.map')} view={{ ...place, zoom: ZOOM }}>
        {track.data && <TrackAround chunk={track.data} vesselId={vesselId} place={place} />}
        <Marks alert={alert} place={place} chunk={track.data} />
      </ChartMap>
    </div>
  )
}

interface TrackProps {
  chunk: Chunk
  vesselId: string
  place: Position
}

/** Track around the alert; the map first shows it whole. */
function TrackAround({ chunk, vesselId, place }: TrackProps) {
  const { map } = useStage()
  const look = useMapLook()
  const style = usePreference('marker-style')
  const lines = useMemo((): Lines => {
    const fixes = chunk.tracks.get(vesselId)
    return fixes ? linesOf(fixes, chunk.stepMs) : []
  }, [chunk, vesselId])
  useOverlay(
    () =>
      addLines(map, 'alert-track', [lines], {
        line: markerColours(look, style).fill,
        casing: mapColours(look).map.trackCasing,
      }),
    [look, style, lines],
  )
  const fitted = useRef(false)
  useEffect(() => {
    if (fitted.current) return
    fitted.current = true
    const sailed = lines.flat().map(([longitudeDeg, latitudeDeg]) => ({ longitudeDeg, latitudeDeg }))
    const bounds = fleetBounds([place, ...sailed])
    if (bounds) fitBounds(map, bounds, { maxZoom: ZOOM, durationMs: 0 })
  }, [map, lines, place])
  return null
}

function Marks({ alert, place, chunk }: { alert: Alert; place: Position; chunk: Chunk | undefined }) {
  const { t } = useTranslation()
  const look = useMapLook()
  const { severity: colours } = mapColours(look)
  const { fill, edge } = markerColours(look, usePreference('marker-style'))
  const courseDeg = chunk ? courseAt(chunk, alert) : null
  const [x, y] = [mercatorX(place.longitudeDeg), mercatorY(place.latitudeDeg)]
  return (
    <>
      <MapMark x={x} y={y}>
        <svg
          className={classes.boat}
          viewBox="-14 -14 28 28"
          role="img"
          aria-label={t('alerts.boatHere', { name: alert.vessel.name })}
        >
          <BoatShape courseDeg={courseDeg} fill={fill} edge={edge} />
        </svg>
      </MapMark>
      <MapMark x={x} y={y}>
        <span
          className={classes.mark}
          style={{ [`--tf-sev-${alert.severity}`]: colours[alert.severity] } as React.CSSProperties}
        >
          <SeverityIcon severity={alert.severity} size={24} />
        </span>
      </MapMark>
    </>
  )
}

/** Course at the alert; at her last fix the course that led there. Null at rest. */
function courseAt(chunk: Chunk, { vessel_id, trigger_time }: Alert): number | null {
  const triggerMs = Date.parse(trigger_time)
  const at = (ms: number) => momentOf([chunk], null, vessel_id, ms)
  const now = at(triggerMs)
  const moment = now?.sogKn == null ? at(triggerMs - chunk.stepMs) : now
  return moment && (moment.sogKn ?? 0) > COURSE_ABOVE_KN ? moment.cogDeg : null
}
