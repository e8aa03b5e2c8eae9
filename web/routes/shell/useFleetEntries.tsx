import { IconSpeedboat, IconSteeringWheel } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { listCaptains } from '#contract/wire/captain.ts'
import { listVessels } from '#contract/wire/vessel.ts'
import { call } from '../../api/call.ts'
import { usePermission } from '../../api/user.ts'
import type { Entry } from './PaletteEntry.tsx'

/** Most vessels and captains offered; the user types more of the name to narrow them. */
const OFFERED = 6

const byName = (name: string) => ({
  limit: OFFERED,
  order: [{ field: 'name' as const, direction: 'asc' as const }],
  filter: name ? [{ field: 'name' as const, operator: 'contains' as const, value: name }] : [],
})
const vesselsNamed = (name: string) =>
  queryOptions({
    queryKey: ['vessels', 'named', name],
    queryFn: ({ signal }) => call(listVessels, { list: byName(name), signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.vessels' },
  })
const captainsNamed = (name: string) =>
  queryOptions({
    queryKey: ['captains', 'named', name],
    queryFn: ({ signal }) => call(listCaptains, { list: byName(name), signal }),
    placeholderData: keepPreviousData,
    meta: { errorMessage: 'error.captains' },
  })

/** Vessels and captains whose names contain the typed text. */
export function useFleetEntries(name: string): { vessels: Entry[]; captains: Entry[]; isWaiting: boolean } {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const vessels = useQuery({
    ...vesselsNamed(name),
    enabled: usePermission('department:vessel-view'),
  })
  const captains = useQuery({
    ...captainsNamed(name),
    enabled: usePermission('department:captain-view'),
  })
  return {
    isWaiting: vessels.isFetching || captains.isFetching,
    vessels: (vessels.data?.data ?? []).map((vessel) => ({
      id: vessel.id,
      label: vessel.name,
      icon: IconSpeedboat,
      aside: t(`status.${vessel.status}`),
      onClick: () => navigate({ to: '/map', search: { vessel: vessel.id } }),
    })),
    captains: (captains.data?.data ?? []).map((captain) => ({
      id: captain.id,
      label: captain.name,
      icon: IconSteeringWheel,
      onClick: () => navigate({ to: '/captains/$captainId', params: { captainId: captain.id } }),
    })),
  }
}
