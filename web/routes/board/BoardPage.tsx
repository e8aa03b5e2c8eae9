import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { VESSEL_STATUSES } from '#contract/domain/vesselStatuses.ts'
import { isTopLevel } from '#contract/wire/department.ts'
import { outNowQuery, worstAlertsQuery } from '../../api/board.ts'
import { useDepartmentChoice } from '../../api/departmentChoice.ts'
import { departmentsQuery, usePermission, useUser } from '../../api/user.ts'
import type { FleetGroup } from '../../fleet/fleetGroups.ts'
import { hasGoneQuiet, useFuelToday } from '../../fleet/useFleetGroup.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { serverClock } from '../../live/serverClock.ts'
import { useServerNow } from '../../live/useServerNow.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { Ago } from '../../ui/Ago.tsx'
import { FullscreenButton } from '../../ui/FullscreenButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LiveValue } from '../../ui/LiveValue.tsx'
import { LostConnection } from '../../ui/LostConnection.tsx'
import { NoAccess } from '../../ui/NoAccess.tsx'
import notice from '../../ui/Notice.module.css'
import { Duration, Quantity } from '../../ui/Quantity.tsx'
import { SeverityIcon } from '../../ui/SeverityIcon.tsx'
import { Sog } from '../../ui/Sog.tsx'
import { StatusPill } from '../../ui/StatusPill.tsx'
import { useWakeLock } from '../../ui/useWakeLock.ts'
import classes from './Board.module.css'

/** Rows of a panel: nobody scrolls on a wall screen. The last row gives way to the number of further rows. */
const ROWS = 6
const QUIET_ROWS = 5
const rowsOf = (total: number, room: number) => (total > room ? room - 1 : room)

export function BoardPage() {
  return usePermission('department:vessel-view') ? (
    <Board />
  ) : (
    <div className={notice.page}>
      <NoAccess />
    </div>
  )
}

/** The fleet at a glance, for a wall screen; every item links to the map, narrowed to that item. */
function Board() {
  const { t } = useTranslation()
  const formats = useFormats()
  const nowMs = useServerNow()
  useWakeLock()
  return (
    <div className={classes.board}>
      <header className={classes.top}>
        <Link to="/map" className={classes.button} aria-label={t('common.goBack')}>
          <Icon of={IconArrowLeft} size={24} />
        </Link>
        <h1>{useScopeName()}</h1>
        <time className={classes.clock}>{formats.time(nowMs)}</time>
        <FullscreenButton className={classes.button} />
      </header>
      <LostConnection className={classes.lost} />
      <Counts />
      <div className={classes.panels}>
        <OutNow nowMs={nowMs} />
        <WorstAlerts nowMs={nowMs} />
        <div className={classes.two}>
          <FuelToday nowMs={nowMs} />
          <GoneQuiet nowMs={nowMs} />
        </div>
      </div>
    </div>
  )
}

/** Name of the selected department, or of the whole organization. */
function useScopeName(): string {
  const me = useUser()
  const chosen = useDepartmentChoice()
  const departments = useQuery(departmentsQuery).data?.data
  const department = departments?.find(({ id }) => id === chosen) ?? me.department
  return isTopLevel(department) ? me.company.name : department.name
}

function Counts() {
  const { t } = useTranslation()
  const formats = useFormats()
  const vessels = useVessels((states) => states.all())
  const ready = useVessels((states) => states.ready())
  const counts = useMemo(() => Map.groupBy(vessels, ({ status }) => status), [vessels])
  return (
    <nav className={classes.counts} aria-label={t('board.counts')}>
      {VESSEL_STATUSES.map((status) => (
        <Link key={status} to="/map" search={{ show: status }} className={classes.count}>
          <strong>{ready ? formats.number(counts.get(status)?.length ?? 0) : '–'}</strong>
          <StatusPill status={status} plain />
        </Link>
      ))}
    </nav>
  )
}

function OutNow({ nowMs }: { nowMs: number }) {
  const { t } = useTranslation()
  const mayTrips = usePermission('department:trip-view')
  const { data, error } = useQuery({ ...outNowQuery, enabled: mayTrips })
  const states = useVessels((all) => all.all())
  const live = useMemo(() => new Map(states.map((vessel) => [vessel.id, vessel])), [states])
  return (
    <Part
      title={t('fleetGroup.out')}
      group="out"
      total={data?.total}
      room={ROWS}
      allowed={mayTrips}
      failed={error && !data ? t('error.liveTrips') : null}
      none={t('board.noneOut')}
    >
      {data?.data.slice(0, rowsOf(data.total, ROWS)).map((trip) => {
        const vessel = live.get(trip.vessel_id)
        return (
          <Row key={trip.id} group="out" vesselId={trip.vessel_id}>
            <b>{trip.vessel.name}</b>
            <span>
              <Duration minutes={Math.max(0, nowMs - Date.parse(trip.start_time)) / MINUTE_MS} />
            </span>
            <small>{trip.captain?.name ?? t('helm.nobody')}</small>
            <small>
              {vessel && (
                <LiveValue of={vessel} name="sog">
                  <Sog of={vessel} />
                </LiveValue>
              )}
            </small>
          </Row>
        )
      })}
    </Part>
  )
}

function WorstAlerts({ nowMs }: { nowMs: number }) {
  const { t } = useTranslation()
  const mayAlerts = usePermission('department:alert-view')
  const { data, error } = useQuery({ ...worstAlertsQuery(nowMs), enabled: mayAlerts })
  return (
    <Part
      title={t('board.alerts')}
      group="alerts"
      total={data?.length}
      room={ROWS}
      allowed={mayAlerts}
      failed={error && !data ? t('error.alerts') : null}
      none={t('board.noneAlerts')}
    >
      {data?.slice(0, rowsOf(data.length, ROWS)).map((alert) => (
        <Row key={alert.id} group="alerts" vesselId={alert.vessel_id}>
          <b>
            <SeverityIcon severity={alert.severity} size={24} /> {alert.vessel.name}
          </b>
          <span>
            <Ago ms={Date.parse(alert.trigger_time)} />
          </span>
          <small className={classes.wide}>{alert.text}</small>
        </Row>
      ))}
    </Part>
  )
}

function FuelToday({ nowMs }: { nowMs: number }) {
  const { t } = useTranslation()
  const mayTrips = usePermission('department:trip-view')
  const { data, error } = useFuelToday(nowMs, mayTrips)
  const summary = data?.summary
  return (
    <section className={classes.part}>
      <h2>
        <Link to="/map" search={{ show: 'fuel' }}>
          {t('fleetGroup.fuel')}
        </Link>
      </h2>
      {!mayTrips ? (
        <Locked />
      ) : error && !summary ? (
        <p className={classes.none}>{t('error.dashboard')}</p>
      ) : (
        <p className={classes.fuel}>
          <strong>
            <Quantity value={summary?.total_consumption} unit="L" decimals={0} />
          </strong>
          <span>
            <Quantity value={summary?.total_distance} unit="nmi" decimals={0} />
          </span>
        </p>
      )}
    </section>
  )
}

function GoneQuiet({ nowMs }: { nowMs: number }) {
  const { t } = useTranslation()
  const vessels = useVessels((states) => states.all())
  const quiet = useMemo(
    () =>
      vessels
        .filter((vessel) => hasGoneQuiet(vessel, serverClock.nowMs()))
        .sort((a, b) => (b.last_updated ?? 0) - (a.last_updated ?? 0)),
    [vessels],
  )
  const still = quiet.filter((vessel) => hasGoneQuiet(vessel, nowMs))
  return (
    <Part
      title={t('fleetGroup.quiet')}
      group="quiet"
      total={still.length}
      room={QUIET_ROWS}
      allowed
      failed={null}
      none={t('board.noneQuiet')}
    >
      {still.slice(0, rowsOf(still.length, QUIET_ROWS)).map(({ id, name, last_updated }) => (
        <Row key={id} group="quiet" vesselId={id}>
          <b>{name}</b>
          <span>
            <Ago ms={last_updated} />
          </span>
        </Row>
      ))}
    </Part>
  )
}

interface PartProps {
  title: string
  group: FleetGroup
  /** Undefined while loading. */
  total: number | undefined
  /** Number of rows that fit. */
  room: number
  allowed: boolean
  failed: string | null
  none: string
  children: ReactNode
}

/** List limited to the rows that fit, with the number of further rows. */
function Part({ title, group, total, room, allowed, failed, none, children }: PartProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const more = (total ?? 0) - rowsOf(total ?? 0, room)
  return (
    <section className={classes.part}>
      <h2>
        <Link to="/map" search={{ show: group }}>
          {title}
        </Link>
        {allowed && total !== undefined && <em>{formats.number(total)}</em>}
      </h2>
      {!allowed ? (
        <Locked />
      ) : failed ? (
        <p className={classes.none}>{failed}</p>
      ) : total === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul>{children}</ul>
      )}
      {allowed && !failed && more > 0 && (
        <Link to="/map" search={{ show: group }} className={classes.more}>
          {t('board.more', { count: more, more: formats.number(more) })}
        </Link>
      )}
    </section>
  )
}

function Row({ group, vesselId, children }: { group: FleetGroup; vesselId: string; children: ReactNode }) {
  return (
    <li>
      <Link to="/map" search={{ show: group, vessel: vesselId }} className={classes.row}>
        {children}
      </Link>
    </li>
  )
}

function Locked() {
  const { t } = useTranslation()
  return (
    <p className={classes.none}>
      <Icon of={IconLock} size={24} /> {t('nav.locked')}
    </p>
  )
}
