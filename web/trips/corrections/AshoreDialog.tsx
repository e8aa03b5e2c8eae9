import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { setTripAtSea } from '#contract/wire/tripCorrection.ts'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import classes from './Corrections.module.css'
import { useCorrection } from './useCorrection.ts'

/** Excludes a trip that was not on the water from all statistics. */
export function AshoreDialog({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const { t } = useTranslation()
  const set = useCorrection(
    trip,
    (_: undefined) => call(setTripAtSea, { params: { id: trip.id }, body: { at_sea: false } }),
    onClose,
  )
  return (
    <FormDialog
      title={t('trip.sea.setAshore')}
      submit={t('trip.sea.setAshore')}
      pending={set.isPending}
      onSubmit={() => set.mutate(undefined)}
      onClose={onClose}
    >
      <p className={classes.lead}>{t('trip.sea.lead')}</p>
    </FormDialog>
  )
}
