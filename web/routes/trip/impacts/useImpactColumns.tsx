import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import table from '../../../tables/DataTable.module.css'
import type { Column } from '../../../tables/DataTable.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import { FlagBadge } from './FlagBadge.tsx'
import classes from './ImpactTable.module.css'
import { isClipped, PeakImpact } from './PeakImpact.tsx'
import { RpmChange } from './RpmChange.tsx'
import { useImpactPlace } from './useImpactPlace.ts'

export function useImpactColumns({ id: tripId, vessel }: Trip): readonly Column<ImpactEvent>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  const limitG = vessel.system_settings.impact_limit
  const place = useImpactPlace(tripId)
  return useMemo(
    () => [
      {
        key: 'time',
        phone: 'end',
        title: t('impacts.column.time'),
        sort: 'peak_impact_time',
        cell: (event) => (
          <Link {...place.of(event)} resetScroll={false} className={table.rowLink ?? ''}>
            {formats.timeSeconds(Date.parse(event.peak_impact_time))}
          </Link>
        ),
      },
      {
        key: 'peak',
        phone: 'lead',
        title: t('impacts.column.peak'),
        sort: 'peak_impact',
        cell: (event) => <PeakImpact g={event.peak_impact} limitG={limitG} clipped={isClipped(event)} />,
      },
      {
        key: 'location',
        title: t('impacts.column.location'),
        sort: 'hull_location',
        cell: ({ hull_location }) => t(`impacts.location.${hull_location}`),
      },
      {
        key: 'sensors',
        phone: 'none',
        title: t('impacts.column.sensors'),
        cell: ({ impacts }) => impacts.map(({ bq_sensor_id }) => bq_sensor_id).join(', '),
      },
      {
        key: 'sog',
        phone: 'none',
        title: t('impacts.column.sog'),
        sort: 'sog',
        right: true,
        cell: ({ sog }) => <Quantity value={sog} unit="kn" />,
      },
      {
        key: 'rpm',
        phone: 'none',
        title: t('impacts.column.rpm'),
        sort: 'max_rpm_change',
        right: true,
        cell: ({ max_rpm_change }) => <RpmChange rpm={max_rpm_change} />,
      },
      {
        key: 'depth',
        title: t('impacts.column.depth'),
        sort: 'min_water_depth',
        right: true,
        cell: ({ min_water_depth }) => <Quantity value={min_water_depth} unit="m" />,
      },
      {
        key: 'closest',
        phone: 'none',
        title: t('impacts.column.closest'),
        sort: 'distance_to_closest_vessel',
        right: true,
        cell: ({ distance_to_closest_vessel }) => <Quantity value={distance_to_closest_vessel} unit="m" />,
      },
      {
        key: 'flags',
        title: t('impacts.column.flags'),
        sort: 'flags',
        cell: ({ flags }) =>
          flags.length > 0 && (
            <span className={classes.flags}>
              {flags.map((flag) => (
                <FlagBadge key={flag} flag={flag} />
              ))}
            </span>
          ),
      },
    ],
    [t, formats, place, limitG],
  )
}
