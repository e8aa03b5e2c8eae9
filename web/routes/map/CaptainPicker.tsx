import { Select } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listCaptains, type Trip, updateTrip } from '#contract/trip.ts'
import { call } from '../../api/call.ts'
import { usePermission } from '../../api/user.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Missing } from '../../ui/Quantity.tsx'
import classes from './TripPanel.module.css'

/** Who sailed; to be changed by whoever may. */
export function CaptainPicker({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayAssign = usePermission('vessel:trip-assign-captain', trip.vessel_id)
  const mayList = usePermission('department:captain-view')
  const captains = useQuery({
    queryKey: ['captains'],
    queryFn: ({ signal }) => call(listCaptains, { list: { limit: 100 }, signal }),
    enabled: mayAssign && mayList,
    meta: { errorMessage: 'error.captains' },
  })
  const assign = useMutation({
    mutationFn: (captainId: string | null) =>
      call(updateTrip, { params: { id: trip.id }, body: { captain_id: captainId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['trips'] }),
    meta: { successMessage: 'trip.updated', errorMessage: 'trip.updateFailed' },
  })
  if (!mayAssign) {
    return (
      <div className={classes.captain}>
        <span className={classes.label}>{t('trips.captain')}</span>
        <div>{trip.captain?.name ?? <Missing />}</div>
      </div>
    )
  }
  const known = captains.data?.data ?? []
  const all =
    trip.captain && !known.some(({ id }) => id === trip.captain_id) ? [...known, trip.captain] : known
  return (
    <Select
      className={classes.captain}
      label={t('trips.captain')}
      placeholder={t('trip.noCaptain')}
      leftSection={<Icon of={IconUser} size={16} />}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={assign.isPending ? assign.variables : trip.captain_id}
      onChange={(captainId) => assign.mutate(captainId)}
      disabled={assign.isPending}
      searchable
      clearable
      nothingFoundMessage={t('trip.noCaptainFound')}
    />
  )
}
