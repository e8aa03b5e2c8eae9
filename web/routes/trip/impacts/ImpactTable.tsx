import { IconZoomQuestion } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { IMPACT_PEAKS_G, type ImpactSearch } from '../../../searchParameters.ts'
import { DataTable } from '../../../tables/DataTable.tsx'
import { ListFooter } from '../../../tables/ListFooter.tsx'
import { HelpHint } from '../../../ui/HelpHint.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { isAtMoment, usePageMoment } from '../usePageMoment.ts'
import classes from './ImpactTable.module.css'
import type { ImpactRange } from './impactRange.ts'
import { DEFAULT_ORDER } from './orderImpacts.ts'
import { RangeFilter } from './RangeFilter.tsx'
import { useImpactColumns } from './useImpactColumns.tsx'
import { useImpactPlace } from './useImpactPlace.ts'

interface Props {
  trip: Trip
  events: readonly ImpactEvent[]
  shown: readonly ImpactEvent[]
  range: ImpactRange
  search: ImpactSearch
  limitG: number
  onHover: (event: ImpactEvent | null) => void
}

const PAGE_SIZE = 20

/** Table of the impacts within a range, each with a link to its details. */
export function ImpactTable({ trip, events, shown, range, search, limitG, onHover }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const place = useImpactPlace(trip.id)
  const columns = useImpactColumns(trip)
  const momentMs = usePageMoment(trip)
  const put = (changed: ImpactSearch, replace = false) =>
    void navigate({
      ...place.list,
      search: (now: ImpactSearch) => ({ ...now, ...changed }),
      replace,
      resetScroll: false,
    })
  const page = Math.min(search.page ?? 0, Math.max(0, Math.ceil(shown.length / PAGE_SIZE) - 1))
  const rows = shown.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
  const above = shown.filter(({ peak_impact }) => peak_impact > limitG).length
  return (
    <section className={classes.panel} aria-label={t('impacts.title')}>
      <header className={classes.head}>
        <div>
          <h2>
            {t('impacts.title')} <HelpHint about={t('impacts.title')} section="impacts" />
          </h2>
          <p role="status">
            {t('impacts.count', {
              shown: formats.number(shown.length),
              total: formats.number(events.length),
              above: formats.number(above),
            })}
          </p>
        </div>
        <RangeFilter
          events={events}
          range={range}
          limitG={limitG}
          onChange={({ min, max }) =>
            put(
              {
                page: undefined,
                min: min === IMPACT_PEAKS_G.min ? undefined : min,
                max: max === IMPACT_PEAKS_G.max ? undefined : max,
              },
              true,
            )
          }
        />
      </header>
      {shown.length === 0 ? (
        <Notice icon={IconZoomQuestion} title={t('impacts.noneInRange')} role="status" />
      ) : (
        <>
          <DataTable
            label={t('impacts.title')}
            columns={columns}
            rows={rows.map((event) => ({ id: event.peak_impact_time, ...event }))}
            order={search.order ?? DEFAULT_ORDER}
            onOrder={(order) => put({ page: undefined, order: order === DEFAULT_ORDER ? undefined : order })}
            onHover={onHover}
            rowProps={({ peak_impact_time }) =>
              isAtMoment(Date.parse(peak_impact_time), momentMs) ? { 'aria-current': true } : {}
            }
          />
          <ListFooter
            page={page}
            size={PAGE_SIZE}
            total={shown.length}
            onPage={(next) => put({ page: next || undefined })}
          />
        </>
      )}
    </section>
  )
}
