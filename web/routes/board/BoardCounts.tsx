import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toDay } from '#contract/domain/datePresets.ts'
import { VESSEL_STATUSES } from '#contract/domain/vesselStatuses.ts'
import { SAILING_ABOVE_KN } from '#contract/wire/vessel.ts'
import type { FleetGroup } from '../../fleet/fleetGroups.ts'
import { hasGoneQuiet, useFuelToday } from '../../fleet/useFleetGroup.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { serverClock } from '../../live/serverClock.ts'
import { useServerNow } from '../../live/useServerNow.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { usePreparing } from '../../preparing/usePreparing.ts'
import { Quantity } from '../../ui/Quantity.tsx'
import { StatusPill } from '../../ui/StatusPill.tsx'
import classes from './Board.module.css'
import { useActs } from './boardActs.ts'

/** Boats that are out, and vessels by state; "out" and "sailing" say what they count. */
export function BoardCounts({ out }: { out: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const vessels = useVessels((states) => states.all())
  const ready = useVessels((states) => states.ready())
  const counts = useMemo(() => Map.groupBy(vessels, ({ status }) => status), [vessels])
  const { isConsole } = useActs()
  const limit = formats.quantity(SAILING_ABOVE_KN, 'kn')
  return (
    <section className={classes.counts} aria-label={t('board.counts')}>
      <div className={classes.count}>
        <strong>{formats.number(out)}</strong>
        <span>{t('fleetGroup.out')}</span>
        <small>{t('board.outMeans')}</small>
      </div>
      {VESSEL_STATUSES.map((status) => (
        <Count key={status} group={status}>
          <strong>{ready ? formats.number(counts.get(status)?.length ?? 0) : '–'}</strong>
          <StatusPill status={status} plain />
          <small>{status === 'sailing' ? t('board.sailingMeans', { limit }) : null}</small>
        </Count>
      ))}
      {isConsole && <Quiet />}
      {isConsole && <Fuel />}
    </section>
  )
}

/** Boats whose data stopped within the last day, wherever they are. */
function Quiet() {
  const { t } = useTranslation()
  const formats = useFormats()
  const nowMs = useServerNow()
  const vessels = useVessels((states) => states.all())
  const quiet = vessels.filter((vessel) => hasGoneQuiet(vessel, nowMs)).length
  return (
    <Count group="quiet">
      <strong>{formats.number(quiet)}</strong>
      <span>{t('fleetGroup.quiet')}</span>
    </Count>
  )
}

function Fuel() {
  const { t } = useTranslation()
  const nowMs = serverClock.nowMs()
  const { data } = useFuelToday(nowMs, true)
  const today = toDay(new Date(nowMs))
  const preparing = usePreparing({ from: today, to: today })
  return (
    <Count group="fuel">
      <strong>
        <Quantity value={data?.summary.total_consumption} unit="L" decimals={0} />
      </strong>
      <span>{t('fleetGroup.fuel')}</span>
      {preparing !== null && <small>{t('analysis.pending')}</small>}
    </Count>
  )
}

function Count({ group, children }: { group: FleetGroup; children: ReactNode }) {
  const { isConsole } = useActs()
  if (!isConsole) return <div className={classes.count}>{children}</div>
  return (
    <Link to="/map" search={{ show: group }} className={classes.count}>
      {children}
    </Link>
  )
}
