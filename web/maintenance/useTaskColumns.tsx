import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DAY_MS } from '#contract/domain/time.ts'
import type { OrderOf } from '#contract/wire/list.ts'
import type { listMaintenance, MaintenanceTask } from '#contract/wire/maintenance.ts'
import type { Formats } from '#contract/words/formats.ts'
import type { Translate } from '../i18n/i18n.ts'
import { useFormats } from '../i18n/useFormats.ts'
import type { Column } from '../tables/DataTable.tsx'
import { Missing } from '../ui/Quantity.tsx'
import classes from './maintenance.module.css'

type TaskColumn = Column<MaintenanceTask, OrderOf<typeof listMaintenance>>

/** Columns of a list of tasks; of the fleet, with the vessel. */
export function useTaskColumns(isFleet: boolean): readonly TaskColumn[] {
  const { t } = useTranslation()
  const formats = useFormats()
  const nowMs = Date.now()
  const vessel: TaskColumn = {
    key: 'vessel',
    title: t('maintenance.vessel'),
    sort: 'vessel',
    phone: 'line',
    cell: ({ vessel }) => (
      <Link to="/vessels/$vesselId/maintenance" params={{ vesselId: vessel.id }}>
        {vessel.name}
      </Link>
    ),
  }
  return [
    {
      key: 'title',
      phone: 'lead',
      title: t('maintenance.task'),
      sort: 'title',
      cell: ({ title, engine, note }) => (
        <span className={classes.two}>
          {title}
          <span className={classes.quiet}>
            {[engine && t('maintenance.engine', { number: engine.instance }), note]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    ...(isFleet ? [vessel] : []),
    {
      key: 'state',
      phone: 'end',
      title: t('maintenance.state'),
      cell: ({ state }) => (
        <span className={classes.state} data-state={state}>
          {t(`maintenance.states.${state}`)}
        </span>
      ),
    },
    {
      key: 'due',
      title: t('maintenance.dueAt'),
      isNamed: true,
      sort: 'due_at',
      cell: (task) => dueWords(task, nowMs, t, formats) ?? <Missing />,
    },
    {
      key: 'left',
      title: t('maintenance.left'),
      right: true,
      cell: (task) => leftWords(task, t, formats) ?? <Missing />,
    },
    {
      key: 'every',
      title: t('maintenance.every'),
      isNamed: true,
      cell: (task) => everyWords(task, t, formats) ?? <Missing />,
    },
    {
      key: 'last',
      title: t('maintenance.lastDone'),
      isNamed: true,
      cell: ({ last_done_at, last_done_hours }) =>
        [
          formats.date(Date.parse(last_done_at)),
          last_done_hours !== null && formats.quantity(last_done_hours, 'h', 1),
        ]
          .filter(Boolean)
          .join(' · '),
    },
  ]
}

/** `in about 9 days at this boat's pace`, or the day of a calendar. */
export function dueWords(
  { due_at, due_by }: MaintenanceTask,
  nowMs: number,
  t: Translate,
  formats: Formats,
): string | null {
  if (due_at === null) return null
  const dueMs = Date.parse(due_at)
  const isByUse = due_by === 'hours' || due_by === 'miles'
  const days = Math.round((dueMs - nowMs) / DAY_MS)
  if (isByUse && dueMs > nowMs) return t('maintenance.inDays', { count: days, days: formats.number(days) })
  if (isByUse) return t('maintenance.now')
  return formats.date(dueMs)
}

/** Rest of the hours and miles, or by how much they are exceeded. */
function leftWords({ left_hours, left_nmi }: MaintenanceTask, t: Translate, formats: Formats): string | null {
  const parts = [
    left_hours === null ? null : ([left_hours, 'h'] as const),
    left_nmi === null ? null : ([left_nmi, 'nmi'] as const),
  ].flatMap((part) => {
    if (!part) return []
    const [value, unit] = part
    const shown = formats.quantity(Math.abs(value), unit, Math.abs(value) < 10 ? 1 : 0)
    return [value < 0 ? t('maintenance.over', { amount: shown }) : shown]
  })
  return parts.join(' · ') || null
}

function everyWords(task: MaintenanceTask, t: Translate, formats: Formats): string | null {
  if (task.due_on !== null) return t('maintenance.once')
  const parts = [
    task.every_hours === null ? null : formats.quantity(task.every_hours, 'h', 0),
    task.every_months === null ? null : t('maintenance.months', { count: task.every_months }),
    task.every_nmi === null ? null : formats.quantity(task.every_nmi, 'nmi', 0),
  ].filter((part) => part !== null)
  return parts.join(` ${t('maintenance.or')} `) || null
}
