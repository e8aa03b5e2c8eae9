import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent, SensorImpact } from '#contract/wire/impact.ts'
import { type Column, DataTable } from '../../../tables/DataTable.tsx'
import { ListFooter } from '../../../tables/ListFooter.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import classes from './EventSensors.module.css'
import { PeakImpact } from './PeakImpact.tsx'
import { sensorName } from './sensorName.ts'

const PAGE_SIZE = 50
const MARKS = { clipped: '≥', coarse: '≈', degraded: '*' } as const

/** Measurements of each sensor; limited figures carry a mark, explained below. */
export function EventSensors({ event: { impacts }, limitG }: { event: ImpactEvent; limitG: number }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(0)
  const columns = useSensorColumns(limitG)
  const remarks = (['clipped', 'coarse', 'degraded'] as const).filter((kind) =>
    impacts.some((impact) => impact[kind]),
  )
  return (
    <div className={classes.sensors}>
      <DataTable
        label={t('impacts.event.sensors')}
        columns={columns}
        rows={impacts
          .slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
          .map((impact) => ({ id: impact.sensor_id, ...impact }))}
      />
      {impacts.length > PAGE_SIZE && (
        <ListFooter page={page} size={PAGE_SIZE} total={impacts.length} onPage={setPage} />
      )}
      {remarks.length > 0 && (
        <ul className={classes.remarks}>
          {remarks.map((kind) => (
            <li key={kind}>
              {MARKS[kind]} {t(`impacts.event.${kind}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function useSensorColumns(limitG: number): readonly Column<SensorImpact>[] {
  const { t } = useTranslation()
  const rough = ({ coarse }: SensorImpact) => (coarse ? `${MARKS.coarse} ` : '')
  return [
    {
      key: 'sensor',
      title: t('impacts.event.sensor'),
      cell: (impact) => `${sensorName(t, impact)}${impact.degraded ? MARKS.degraded : ''}`,
    },
    {
      key: 'impact',
      phone: 'end',
      title: t('impacts.event.impact'),
      cell: ({ peak_impact, clipped }) => <PeakImpact g={peak_impact} limitG={limitG} clipped={clipped} />,
    },
    {
      key: 'jerk',
      title: t('impacts.event.jerk'),
      right: true,
      cell: (impact) => (
        <>
          {rough(impact)}
          <Quantity value={impact.jerk} unit="g/s" decimals={1} />
        </>
      ),
    },
    {
      key: 'location',
      title: t('impacts.column.location'),
      cell: ({ hull_location }) => t(`impacts.location.${hull_location}`),
    },
    {
      key: 'duration',
      title: t('impacts.event.duration'),
      right: true,
      cell: ({ impact_duration }) => <Quantity value={impact_duration} unit="s" decimals={3} />,
    },
    {
      key: 'freeFall',
      title: t('impacts.event.freeFall'),
      right: true,
      cell: ({ free_fall_time }) => <Quantity value={free_fall_time} unit="s" decimals={3} />,
    },
    {
      key: 'rise',
      title: t('impacts.event.rise'),
      right: true,
      cell: (impact) => (
        <>
          {rough(impact)}
          <Quantity value={impact.rise_time} unit="s" decimals={3} />
        </>
      ),
    },
  ]
}
