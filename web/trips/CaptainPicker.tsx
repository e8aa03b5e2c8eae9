import { Select } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Trip, updateTrip } from '#contract/wire/trip.ts'
import { call } from '../api/call.ts'
import { captainsQuery } from '../api/captains.ts'
import { usePermission } from '../api/user.ts'
import { Icon } from '../ui/Icon.tsx'
import { Missing } from '../ui/Quantity.tsx'
import classes from './CaptainPicker.module.css'

interface Props {
  trip: Trip
  label: string
  /** True to draw the field without a border, among other facts. */
  bare?: boolean
  className?: string | undefined
}

/** Captain of a trip; a user with the permission can change the captain. */
export function CaptainPicker({ trip, label, bare = false, className = '' }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const mayAssign = usePermission('vessel:trip-assign-captain', trip.vessel_id)
  const mayList = usePermission('department:captain-view')
  const captains = useQuery({ ...captainsQuery, enabled: mayAssign && mayList })
  const assign = useMutation({
    mutationFn: (captainId: string | null) =>
      call(updateTrip, { params: { id: trip.id }, body: { captain_id: captainId } }),
    // Reports list captains too, so their rows are refetched.
    onSuccess: () =>
      Promise.all(['trips', 'dashboard'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
    meta: { successMessage: 'trip.updated', errorMessage: 'trip.updateFailed' },
  })
  if (!mayAssign) {
    return (
      <div className={className}>
        <span className={classes.label}>{label}</span>
        <div className={classes.name}>{trip.captain?.name ?? <Missing />}</div>
      </div>
    )
  }
  const known = captains.data?.data ?? []
  const all =
    trip.captain && !known.some(({ id }) => id === trip.captain_id) ? [...known, trip.captain] : known
  return (
    <Select
      className={className}
      clearButtonProps={{ size: bare ? 'xs' : 'md' }}
      classNames={bare ? { input: classes.bare, label: classes.label } : {}}
      label={label}
      placeholder={t('trip.noCaptain')}
      leftSection={bare ? null : <Icon of={IconUser} size={16} />}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={assign.isPending ? assign.variables : trip.captain_id}
      onChange={(captainId) => assign.mutate(captainId)}
      disabled={assign.isPending}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      searchable
      clearable
      nothingFoundMessage={t('trip.noCaptainFound')}
    />
  )
}
