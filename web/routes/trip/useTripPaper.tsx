import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Trip } from '#contract/wire/trip.ts'
import { pathsQuery } from '../../api/trips.ts'
import { lazyPart } from '../../loading/parts.ts'
import { usePrinting } from '../../ui/printing.ts'
import { TrackThumbnail } from '../../ui/TrackThumbnail.tsx'
import classes from './PaperMap.module.css'

const PaperMap = lazyPart(() => import('./PaperMap.tsx').then((loaded) => loaded.PaperMap))

const TRACK_PX = 320

/**
 * Printing of a trip: its overview with a map above. Our own menu item draws the map first; the browser's menu prints
 * only the track.
 */
export function useTripPaper(trip: Trip) {
  const navigate = useNavigate()
  const printing = usePrinting()
  const [drawing, setDrawing] = useState(false)
  const [picture, setPicture] = useState<string | null>(null)
  const { data: paths } = useQuery(pathsQuery([trip.id], trip.live))
  const onDrawn = useCallback(async (url: string | null) => {
    flushSync(() => {
      setPicture(url)
      setDrawing(false)
    })
    const shown = new Image()
    shown.src = url ?? ''
    if (url) await shown.decode().catch(() => {})
    print()
  }, [])
  return {
    print: () => {
      void navigate({ to: '/trips/$tripId', params: { tripId: trip.id } }).then(() => setDrawing(true))
    },
    map: (
      <>
        {picture && (
          <img className={classes.picture} hidden={!printing} src={picture} alt="" data-paper="whole" />
        )}
        {printing && !picture && (
          <div className={classes.track} data-paper="whole">
            <TrackThumbnail points={paths?.get(trip.id)} trip={trip} size={TRACK_PX} />
          </div>
        )}
        <Suspense>{drawing && <PaperMap trip={trip} onDrawn={onDrawn} />}</Suspense>
      </>
    ),
  }
}
