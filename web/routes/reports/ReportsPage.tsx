import { Button } from '@mantine/core'
import { IconCalendarTime, IconFileTypePdf, IconPlus, IconReportAnalytics } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { presetRange } from '#contract/domain/datePresets.ts'
import type { Formats } from '#contract/words/formats.ts'
import { dashboardQuery, fetchReportPdf } from '../../api/reports.ts'
import { usePermission } from '../../api/user.ts'
import { downloadBlob } from '../../downloads/downloadBlob.ts'
import { DateRangePicker } from '../../forms/DateRangePicker.tsx'
import { useSave } from '../../forms/useSave.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { StillPreparing } from '../../preparing/StillPreparing.tsx'
import { usePreparing } from '../../preparing/usePreparing.ts'
import { PaperHead } from '../../print/PaperHead.tsx'
import { PrintButton } from '../../print/PrintButton.tsx'
import { AGGREGATIONS, type ReportSearch } from '../../searchParameters.ts'
import { EmptyPage } from '../../tables/EmptyPage.tsx'
import page from '../../tables/ListPage.module.css'
import { ListSkeleton } from '../../tables/ListSkeleton.tsx'
import { dayRange } from '../../tables/listQuery.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { HintedHeading } from '../../ui/HintedHeading.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Segment } from '../../ui/Segment.tsx'
import { TabBar, tabClass } from '../../ui/TabBar.tsx'
import { OpenReport } from './openReport.ts'
import classes from './Report.module.css'

const PERIOD_OF = { days: 'day', weeks: 'week', months: 'month' } as const

const TABS = [
  { to: '/reports', title: 'reports.general' },
  { to: '/reports/fuel', title: 'reports.fuel' },
  { to: '/reports/safety', title: 'reports.safety' },
  { to: '/reports/table', title: 'reports.table' },
] as const

/** Report of the fleet over a range of days, by day, week or month. */
export function ReportsPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const search = useSearch({ from: '/console/reports' })
  const navigate = useNavigate()
  const change = (changed: ReportSearch) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...changed }), replace: true })
  const aggregation = search.aggregation ?? 'days'
  const days =
    search.from || search.to ? { from: search.from, to: search.to } : presetRange('last30Days', new Date())
  const vessels = useVessels((states) => states.all())
  const ready = useVessels((states) => states.ready())
  const ids = vessels.map(({ id }) => id).sort()
  const report = useQuery(dashboardQuery(dayRange(days), ids))
  const preparing = usePreparing(days)
  const period = PERIOD_OF[aggregation]
  const pathname = useLocation({ select: (location) => location.pathname })
  const tabTitle = TABS.find(({ to }) => to === pathname.replace(/\/$/, ''))?.title ?? 'reports.general'
  const open = useMemo(() => report.data && { stats: report.data, period }, [report.data, period])

  const maySchedule = usePermission('department:department-edit')
  const pdf = useSave({
    save: () => fetchReportPdf({ ...dayRange(days), period }),
    success: null,
    failure: 'reports.pdfFailed',
    affects: [],
    onSaved: ({ blob, name }) => downloadBlob(blob, name),
  })

  if (ready && ids.length === 0) {
    return (
      <EmptyPage
        title={t('reports.title')}
        icon={IconReportAnalytics}
        sentence={t('vessels.none')}
        hint={t('vessels.noneHint')}
      >
        <Gate permission="department:vessel-create">
          <ButtonLink to="/vessels/new" leftSection={<Icon of={IconPlus} size={16} />}>
            {t('vessels.add')}
          </ButtonLink>
        </Gate>
      </EmptyPage>
    )
  }
  return (
    <div className={page.page}>
      <PaperHead title={`${t('reports.title')} · ${t(tabTitle)}`} about={aboutDays(formats, days)} />
      <header className={page.header} data-paper="none">
        <HintedHeading title={t('reports.title')} section="reports" />
        <div className={page.tools}>
          <Segment
            label={t('reports.aggregation')}
            value={aggregation}
            onChange={(next) => change({ aggregation: next === 'days' ? undefined : next })}
            options={AGGREGATIONS.map((value) => ({ value, label: t(`reports.${value}`) }))}
          />
          <DateRangePicker from={days.from} to={days.to} onChange={change} />
          <PrintButton />
          <Button
            variant="default"
            leftSection={<Icon of={IconFileTypePdf} size={16} />}
            loading={pdf.isPending}
            disabled={!open}
            onClick={() => pdf.mutate(undefined)}
          >
            {t('reports.pdf')}
          </Button>
          {maySchedule && (
            <ButtonLink
              to="/reports/scheduled"
              variant="default"
              leftSection={<Icon of={IconCalendarTime} size={16} />}
            >
              {t('scheduled.title')}
            </ButtonLink>
          )}
        </div>
      </header>
      <div className={classes.tabs} data-paper="none">
        <TabBar label={t('reports.tabs')}>
          {TABS.map(({ to, title }) => (
            <Link
              key={to}
              to={to}
              search={(now) => now}
              activeOptions={{ exact: true, includeSearch: false }}
              className={tabClass}
            >
              {t(title)}
            </Link>
          ))}
        </TabBar>
      </div>
      <StillPreparing sentence={preparing} />
      {report.error && !report.data ? (
        <LoadFailed sentence={t('error.dashboard')} error={report.error} onRetry={report.refetch} />
      ) : !open ? (
        <ListSkeleton rows={8} />
      ) : open.stats.summary.nr_trips === 0 ? (
        preparing === null && (
          <div className={page.empty}>
            <Notice icon={IconReportAnalytics} title={t('reports.none')} hint={t('reports.noneHint')} />
          </div>
        )
      ) : (
        <OpenReport value={open}>
          <Outlet />
        </OpenReport>
      )}
    </div>
  )
}

/** First and last day; an open end is written as such. */
function aboutDays(formats: Formats, { from, to }: { from?: string | undefined; to?: string | undefined }) {
  const day = (one: string | undefined) => (one ? formats.date(new Date(`${one}T00:00`).getTime()) : '…')
  return `${day(from)} – ${day(to)}`
}
