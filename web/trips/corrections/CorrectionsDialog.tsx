import { Button, Skeleton } from '@mantine/core'
import {
  IconAnchorOff,
  IconArrowMerge,
  IconArrowsSplit,
  IconCut,
  IconHistory,
  IconShip,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { type TripCorrection, undoTripCorrection } from '#contract/wire/tripCorrection.ts'
import { call } from '../../api/call.ts'
import { correctionsQuery } from '../../api/trips.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useFormats } from '../../i18n/useFormats.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Late } from '../../ui/Late.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './Corrections.module.css'
import { useCorrection } from './useCorrection.ts'

const icons = {
  split: IconArrowsSplit,
  merge: IconArrowMerge,
  trim: IconCut,
  ashore: IconAnchorOff,
  at_sea: IconShip,
}

/** Corrections of the detected trip by users, newest first, each with a button to undo it. */
export function CorrectionsDialog({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const { t } = useTranslation()
  const corrections = useQuery(correctionsQuery(trip.id))
  const undo = useCorrection(
    trip,
    (correctionId: string) => call(undoTripCorrection, { params: { id: trip.id, correctionId } }),
    onClose,
  )
  const rows = corrections.data?.data
  return (
    <FormDialog title={t('trip.corrections.title')} size={560} pending={undo.isPending} onClose={onClose}>
      {rows?.length === 0 ? (
        <Notice icon={IconHistory} title={t('trip.corrections.none')} role="status" />
      ) : rows ? (
        <ul className={classes.list}>
          {rows.map((correction) => (
            <li key={correction.id}>
              <Icon of={icons[correction.kind]} size={16} />
              <What correction={correction} />
              <Button
                variant="default"
                size="sm"
                disabled={undo.isPending}
                loading={undo.isPending && undo.variables === correction.id}
                onClick={() => undo.mutate(correction.id)}
              >
                {t('trip.corrections.undo')}
              </Button>
            </li>
          ))}
        </ul>
      ) : corrections.error ? (
        <LoadFailed
          sentence={t('trip.corrections.failed')}
          error={corrections.error}
          onRetry={corrections.refetch}
        />
      ) : (
        <Late>
          <Skeleton height={44} />
          <Skeleton height={44} />
        </Late>
      )}
    </FormDialog>
  )
}

function What({ correction }: { correction: TripCorrection }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { kind, from, to, created_at, created_by } = correction
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  return (
    <span className={classes.what}>
      <strong>
        {t(`trip.corrections.${kind}`, {
          from: formats.dateTimeSeconds(fromMs),
          to: formats.timeSeconds(toMs),
        })}
      </strong>
      <span>
        {created_by ?? t('common.unknown')}, {formats.dateTime(Date.parse(created_at))}
      </span>
    </span>
  )
}
