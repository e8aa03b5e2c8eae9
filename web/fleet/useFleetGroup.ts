import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { toDay } from '#contract/domain/datePresets.ts'
import { DAY_MS, MINUTE_MS } from '#contract/domain/time.ts'
import { VESSEL_STATUSES, type VesselStatus } from '#contract/domain/vesselStatuses.ts'
import type { MapVessel } from '#contract/wire/vessel.ts'
import { outNowQuery, worstAlertsQuery } from '../api/board.ts'
import { dashboardQuery } from '../api/reports.ts'
import { serverClock } from '../live/serverClock.ts'
import { useVessels } from '../live/vesselStates.ts'
import { dayRange } from '../tables/listQuery.ts'
import type { FleetGroup } from './fleetGroups.ts'

/** True when a vessel went offline within the last day. A vessel that is silent for longer is laid up and no news. */
export const hasGoneQuiet = ({ status, last_updated }: MapVessel, nowMs: number) =>
  status === 'offline' && last_updated !== null && nowMs - last_updated < DAY_MS

const isStatus = (group: FleetGroup): group is VesselStatus =>
  (VESSEL_STATUSES as readonly FleetGroup[]).includes(group)

/**
 * Returns a test whether a vessel belongs to a group. Without a group all vessels pass; while the group is loading
 * none does.
 */
export function useFleetGroup(group: FleetGroup | undefined): (vessel: MapVessel) => boolean {
  const out = useQuery({ ...outNowQuery, enabled: group === 'out' })
  const alerts = useQuery({ ...worstAlertsQuery(serverClock.nowMs()), enabled: group === 'alerts' })
  const fuel = useFuelToday(serverClock.nowMs(), group === 'fuel')
  const ids = useMemo(
    () =>
      new Set(
        group === 'out'
          ? out.data?.data.map(({ vessel_id }) => vessel_id)
          : group === 'alerts'
            ? alerts.data?.map(({ vessel_id }) => vessel_id)
            : fuel.data?.table_stats.vessel_stats.flatMap((row) =>
                row.fuel_consumption ? [row.vessel_id] : [],
              ),
      ),
    [group, out.data, alerts.data, fuel.data],
  )
  return useCallback(
    (vessel) => {
      if (group === undefined) return true
      if (isStatus(group)) return vessel.status === group
      if (group === 'quiet') return hasGoneQuiet(vessel, serverClock.nowMs())
      return ids.has(vessel.id)
    },
    [group, ids],
  )
}

const REREAD_MS = 5 * MINUTE_MS

/** Fuel of the visible vessels since midnight of the reader's day. */
export function useFuelToday(nowMs: number, enabled: boolean) {
  const vessels = useVessels((states) => states.all())
  const day = toDay(new Date(nowMs))
  const ids = useMemo(() => vessels.map(({ id }) => id).sort(), [vessels])
  return useQuery({
    ...dashboardQuery(dayRange({ from: day, to: day }), ids),
    enabled: enabled && ids.length > 0,
    refetchInterval: REREAD_MS,
  })
}
