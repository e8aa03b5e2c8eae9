import { Skeleton } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trip } from '#contract/wire/trip.ts'
import { openedQuery } from '../../../api/shareLinks.ts'
import { tripQuery } from '../../../api/trips.ts'
import { meQuery } from '../../../api/user.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { isNotFound, queryClient } from '../../../session/queryClient.ts'
import { visitor } from '../../../session/visitor.ts'
import { AnalysisState } from '../../../trips/AnalysisState.tsx'
import { CountBadge } from '../../../ui/CountBadge.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Logo } from '../../../ui/Logo.tsx'
import notice from '../../../ui/Notice.module.css'
import { Notice } from '../../../ui/Notice.tsx'
import { Duration, Missing, Quantity } from '../../../ui/Quantity.tsx'
import { LiveBadge } from '../../../ui/StatusPill.tsx'
import { TabBar, tabClass } from '../../../ui/TabBar.tsx'
import { OpenTrip } from '../openTrip.ts'
import { type OpenShare, OpenShareContext } from './openShare.ts'
import classes from './SharedPage.module.css'

/** One trip, or one impact, for the holder of a share link, without links to other pages. */
export function SharedPage() {
  const { t } = useTranslation()
  const { token } = useParams({ from: '/shared/$token' })
  const share = useQuery(openedQuery(token))
  const trip = useQuery({ ...tripQuery(share.data?.trip_id ?? ''), enabled: share.data !== undefined })
  const failed = share.error ?? trip.error
  const retry = () => void (share.error ? share.refetch() : trip.refetch())
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Logo word />
        {share.data?.organization_name && (
          <span className={classes.from}>
            {t('shared.by', { organization: share.data.organization_name })}
          </span>
        )}
      </header>
      <main className={classes.main}>
        {isNotFound(failed) ? (
          <div className={notice.page}>
            <Notice icon={IconLinkOff} title={t('shared.gone')} hint={t('shared.goneHint')} role="alert" />
          </div>
        ) : share.data && trip.data ? (
          <Shared share={share.data} trip={trip.data} token={token} />
        ) : failed ? (
          <div className={notice.page}>
            <LoadFailed sentence={t('error.trip')} error={failed} onRetry={retry} />
          </div>
        ) : (
          <div className={classes.waiting} role="status" aria-label={t('shared.loading')}>
            <Skeleton height={72} />
            <Skeleton height={36} />
            <Skeleton height={480} />
          </div>
        )}
      </main>
    </div>
  )
}

function Shared({ share, trip, token }: { share: OpenShare; trip: Trip; token: string }) {
  // Stores the visitor as the user before any component reads the user.
  if (queryClient.getQueryData(meQuery.queryKey) === undefined) {
    queryClient.setQueryDefaults(meQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY })
    const { organization_name: organization, has_comfort_speed: hasComfortSpeed } = share
    queryClient.setQueryData(meQuery.queryKey, visitor({ organization, hasComfortSpeed }))
  }
  const { t } = useTranslation()
  const title = useTitle(share, trip)
  useEffect(() => {
    document.title = `${title} · Taffrail`
  }, [title])
  return (
    <OpenShareContext value={share}>
      <OpenTrip value={trip}>
        <Head share={share} trip={trip} title={title} />
        <Tabs share={share} token={token} />
        {share.event_time === null && <AnalysisState trip={trip} />}
        <Suspense>
          <Outlet />
        </Suspense>
        <p className={classes.foot}>{t('shared.readOnly')}</p>
      </OpenTrip>
    </OpenShareContext>
  )
}

function useTitle(share: OpenShare, trip: Trip): string {
  const { t } = useTranslation()
  const formats = useFormats()
  const { name } = trip.vessel
  if (share.event_time === null) return name ? t('trip.by', { vessel: name }) : t('shared.trip')
  const time = formats.dateTimeSeconds(Date.parse(share.event_time))
  const impact = t('impacts.event.title', { time })
  return name ? `${name} · ${impact}` : impact
}

function Head({ share, trip, title }: { share: OpenShare; trip: Trip; title: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <div className={classes.head}>
      <h1>
        {title} {trip.live && <LiveBadge />}
      </h1>
      <dl className={classes.facts}>
        {share.event_time === null && (
          <>
            <Fact label={t('trip.start')}>{formats.dateTime(Date.parse(trip.start_time))}</Fact>
            <Fact label={t('trip.end')}>
              {trip.end_time ? formats.dateTime(Date.parse(trip.end_time)) : <Missing />}
            </Fact>
            <Fact label={t('trips.duration')}>
              <Duration minutes={trip.stats.duration} />
            </Fact>
            <Fact label={t('trips.distance')}>
              <Quantity value={trip.stats.distance} unit="nmi" />
            </Fact>
          </>
        )}
        <Fact label={t('shared.until')}>{formats.dateTime(Date.parse(share.expires_at))}</Fact>
      </dl>
    </div>
  )
}

function Tabs({ share, token }: { share: OpenShare; token: string }) {
  const { t } = useTranslation()
  const params = { token }
  const isWhole = share.event_time === null
  return (
    <TabBar label={t('trip.tabs')}>
      <Link to="/shared/$token" params={params} activeOptions={{ exact: true }} className={tabClass}>
        {t(isWhole ? 'shared.map' : 'shared.impact')}
      </Link>
      {isWhole ? (
        <>
          <Link to="/shared/$token/figures" params={params} className={tabClass}>
            {t('trip.tab.summary')}
          </Link>
          <Link to="/shared/$token/safety" params={params} className={tabClass}>
            {t('trip.tab.safety')}
          </Link>
          <Link to="/shared/$token/impacts" params={params} className={tabClass}>
            {t('trip.tab.impacts')}
          </Link>
        </>
      ) : (
        <Link to="/shared/$token/map" params={params} className={tabClass}>
          {t('shared.map')}
        </Link>
      )}
      <Link to="/shared/$token/weather" params={params} className={tabClass}>
        {t('trip.tab.weather')}
      </Link>
      {share.num_comments > 0 && (
        <Link to="/shared/$token/comments" params={params} className={tabClass}>
          {t('trip.tab.comments')} <CountBadge count={share.num_comments} />
        </Link>
      )}
    </TabBar>
  )
}
