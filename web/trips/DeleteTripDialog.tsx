import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { deleteTrip } from '#contract/wire/tripCorrection.ts'
import { call } from '../api/call.ts'
import { usePins } from '../api/pins.ts'
import { tripQuery } from '../api/trips.ts'
import { DeleteDialog } from '../forms/DeleteDialog.tsx'
import { useSave } from '../forms/useSave.ts'
import { useFormats } from '../i18n/useFormats.ts'

interface Props {
  trip: Trip
  /** Called to leave the trip's own page, which no longer exists. */
  onDeleted?: (() => Promise<void>) | undefined
  onClose: () => void
}

export function DeleteTripDialog({ trip, onDeleted, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const queries = useQueryClient()
  const { forget } = usePins()
  const remove = useSave({
    save: () => call(deleteTrip, { params: { id: trip.id } }),
    success: 'trip.deleted',
    failure: 'trip.deleteFailed',
    affects: [],
    onSaved: async () => {
      forget([trip.id])
      onClose()
      await onDeleted?.()
      queries.removeQueries(tripQuery(trip.id))
      // Lists, reports, alerts and comments all depend on trips.
      await queries.invalidateQueries()
    },
  })
  return (
    <DeleteDialog
      action={t('trip.delete')}
      consequence={t('trip.deleteConsequence', {
        vessel: trip.vessel.name,
        when: formats.dateTime(Date.parse(trip.start_time)),
      })}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
