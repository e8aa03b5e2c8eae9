import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { usePermission } from '../api/user.ts'
import { useVessels, vesselStates } from '../live/vesselStates.ts'
import { addLines, type Lines, setLines } from '../map/addLines.ts'
import { useMapLook } from '../map/mapLook.ts'
import { unwrappedPosition } from '../map/mapPosition.ts'
import { mapColours, markerColours } from '../map/palette.ts'
import { useOverlay, useStage } from '../map/stageContext.ts'
import { usePreference } from '../preferences/preferences.ts'
import { type Chunk, joins, linesOf } from './fleetHistory.ts'
import { recentTracksQuery } from './fleetRequests.ts'
import { useRecentTracks } from './useRecentTracks.ts'

const LINES = 'recent-tracks'
/** Layer of lines from the end of each track to the current position of its boat. */
const HEADS = 'recent-track-heads'
const HEADS_EVERY_MS = 2000
/** Above this number of boats, the request names no boats and covers all of them. */
const MOST_NAMED = 1000

/** Tracks of all boats in view over the last hours. A large fleet requests none before the user switches them on. */
export function RecentTracks({ shows }: { shows: (vessel: MapVessel) => boolean }) {
  const enabled = useRecentTracks()
  const allowed = usePermission('department:trip-view')
  return enabled && allowed ? <ShownTracks shows={shows} /> : null
}

function ShownTracks({ shows }: { shows: (vessel: MapVessel) => boolean }) {
  const { map } = useStage()
  const hours = usePreference('recent-tracks-hours')
  const look = useMapLook()
  const style = usePreference('marker-style')
  const ready = useVessels((states) => states.ready())
  const ids = useVesselsInView(shows)
  const { data: chunk } = useQuery({ ...recentTracksQuery(hours, ids), enabled: ready && ids?.length !== 0 })
  const lines = useMemo(() => (chunk ? [...shown(chunk, shows)] : []), [chunk, shows])
  const current = useRef(lines)
  current.current = lines

  useOverlay(() => {
    const colours = {
      line: markerColours(look, style).fill,
      casing: mapColours(look).map.trackCasing,
    }
    const removals = [addLines(map, LINES, current.current, colours), addLines(map, HEADS, [], colours)]
    return () => {
      for (const remove of removals) remove()
    }
  }, [look, style])

  useEffect(() => {
    setLines(map, LINES, lines)
  }, [map, lines])

  useEffect(() => {
    if (!chunk) return
    const draw = () => setLines(map, HEADS, [...heads(chunk, shows)])
    draw()
    const timer = setInterval(draw, HEADS_EVERY_MS)
    return () => clearInterval(timer)
  }, [map, chunk, shows])

  return null
}

function* shown({ tracks, stepMs }: Chunk, shows: (vessel: MapVessel) => boolean): Iterable<Lines> {
  for (const [id, fixes] of tracks) {
    const vessel = vesselStates.get(id)
    if (vessel && shows(vessel)) yield linesOf(fixes, stepMs)
  }
}

function* heads({ tracks, stepMs }: Chunk, shows: (vessel: MapVessel) => boolean): Iterable<Lines> {
  for (const [id, fixes] of tracks) {
    const vessel = vesselStates.get(id)
    if (!vessel || !shows(vessel) || vessel.latitudeDeg === null || vessel.longitudeDeg === null) continue
    if (vessel.last_updated === null || !joins(fixes, stepMs, vessel.last_updated)) continue
    const [longitudeDeg, latitudeDeg] = [
      fixes.longitudeDeg.at(-1) as number,
      fixes.latitudeDeg.at(-1) as number,
    ]
    const own = vessel.longitudeDeg + 360 * Math.round((longitudeDeg - vessel.longitudeDeg) / 360)
    yield [
      [
        [longitudeDeg, latitudeDeg],
        [own, vessel.latitudeDeg],
      ],
    ]
  }
}

/** Ids of the boats in view and half a view around, once the map rests; null when they are too many to name. */
function useVesselsInView(shows: (vessel: MapVessel) => boolean): readonly string[] | null {
  const { map } = useStage()
  const [ids, setIds] = useState<readonly string[] | null>([])
  useEffect(() => {
    let named: ReadonlySet<string> | null = null
    const look = () => {
      const bounds = map.getBounds()
      const [across, up] = [bounds.getEast() - bounds.getWest(), bounds.getNorth() - bounds.getSouth()]
      const middle = unwrappedPosition(map.getCenter())
      const found: string[] = []
      for (const vessel of vesselStates.values()) {
        const { latitudeDeg, longitudeDeg } = vessel
        if (latitudeDeg === null || longitudeDeg === null || !shows(vessel)) continue
        const eastDeg = longitudeDeg - middle.longitudeDeg
        const aside = Math.abs(eastDeg - 360 * Math.round(eastDeg / 360))
        if (aside <= across && Math.abs(latitudeDeg - middle.latitudeDeg) <= up) found.push(vessel.id)
      }
      const next = found.length > MOST_NAMED ? null : found.sort()
      named = next && new Set(next)
      setIds((now) => (String(now) === String(next) && (now === null) === (next === null) ? now : next))
    }
    look()
    map.on('moveend', look)
    // A boat that is not named may have sent her first position, or sailed into view.
    const stop = vesselStates.subscribe((changed, full) => {
      if (full || (named && changed.some(({ id }) => !named?.has(id)))) look()
    })
    return () => {
      map.off('moveend', look)
      stop()
    }
  }, [map, shows])
  return ids
}
