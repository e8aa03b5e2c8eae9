import { useRouter } from '@tanstack/react-router'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useEffectEvent } from 'react'
import { positionOf } from './mapPosition.ts'
import type { MapView } from './mapView.ts'

/** Time at rest before the view is reported, ms. */
const SETTLE_MS = 300

/**
 * Reports the view at which the map of the page at `path` came to rest, rounded for the address. It reports nothing
 * after the user chose another page, which may still be loading: writing this page's address would cancel the
 * navigation.
 */
export function useSettledView(map: MapLibreMap, path: string, onSettled: (view: MapView) => void) {
  const router = useRouter()
  const report = useEffectEvent(() => {
    if (router.latestLocation.pathname !== path) return
    const { latitudeDeg, longitudeDeg } = positionOf(map.getCenter())
    const round = (value: number, decimals: number) => Number(value.toFixed(decimals))
    onSettled({
      latitudeDeg: round(latitudeDeg, 5),
      longitudeDeg: round(longitudeDeg, 5),
      zoom: round(map.getZoom(), 2),
    })
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = () => {
      clearTimeout(timer)
      timer = setTimeout(() => report(), SETTLE_MS)
    }
    map.on('moveend', settle)
    return () => {
      clearTimeout(timer)
      map.off('moveend', settle)
    }
  }, [map])
}
