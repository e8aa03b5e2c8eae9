import { Button } from '@mantine/core'
import { IconAnchorOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { listTripCorrections, setTripAtSea, undoTripCorrection } from '#contract/wire/tripCorrection.ts'
import { call } from '../api/call.ts'
import { usePermission } from '../api/user.ts'
import { Icon } from '../ui/Icon.tsx'
import { useCorrection } from './corrections/useCorrection.ts'
import classes from './SeaState.module.css'

/** Reason why a trip is excluded from statistics, with the actions to decide about it. */
export function SeaState({ trip }: { trip: Trip }) {
  const { t } = useTranslation()
  const mayDecide = usePermission('vessel:trip-edit', trip.vessel_id)
  const { sea_state } = trip
  const decide = useCorrection(
    trip,
    async (wanted: boolean | 'undo') => {
      const params = { id: trip.id }
      if (wanted !== 'undo') return call(setTripAtSea, { params, body: { at_sea: wanted } })
      const { data } = await call(listTripCorrections, { params })
      const newest = data.find(({ kind }) => kind === 'ashore')
      return newest && call(undoTripCorrection, { params: { ...params, correctionId: newest.id } })
    },
    () => {},
  )
  if (sea_state !== 'doubted' && sea_state !== 'ashore') return null
  const button = (wanted: boolean | 'undo', label: string) => (
    <Button
      size="sm"
      variant="default"
      disabled={decide.isPending}
      loading={decide.isPending && decide.variables === wanted}
      onClick={() => decide.mutate(wanted)}
    >
      {label}
    </Button>
  )
  return (
    <div className={classes.state} role="status">
      <Icon of={IconAnchorOff} size={16} />
      <span>{t(`trip.sea.${sea_state}`)}</span>
      {mayDecide && (
        <span className={classes.actions} data-paper="none">
          {sea_state === 'doubted' ? (
            <>
              {button(false, t('trip.sea.setAshore'))}
              {button(true, t('trip.sea.keep'))}
            </>
          ) : (
            button('undo', t('trip.corrections.undo'))
          )}
        </span>
      )}
    </div>
  )
}
