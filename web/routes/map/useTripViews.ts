import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { CHART_SHOWN } from '../../trips/tripRequests.ts'

export interface View {
  shown: boolean
  toggle: () => void
}

/** Views on and under the map of a trip. Map settings are remembered; windows start closed. */
export function useTripViews() {
  return {
    chart: useRemembered(CHART_SHOWN.key),
    alerts: useRemembered('map-alerts'),
    weather: useView(),
    replay: useView(),
    settings: useView(),
    tracking: useView(),
  }
}
export type TripViews = ReturnType<typeof useTripViews>

function useRemembered(key: string): View {
  const [shown, setShown] = useLocalStorage({ key, defaultValue: true, getInitialValueInEffect: false })
  return { shown, toggle: () => setShown(!shown) }
}

function useView(): View {
  const [shown, { toggle }] = useDisclosure(false)
  return { shown, toggle }
}
