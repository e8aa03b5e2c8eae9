import { IconClockEdit } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { BoardBoat } from '#contract/wire/board.ts'
import { usePermission } from '../../api/user.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { lazyPart } from '../../loading/parts.ts'
import { Ago } from '../../ui/Ago.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import classes from './Board.module.css'
import { BoardPart } from './BoardPart.tsx'
import { useActs } from './boardActs.ts'

const ExpectedBackDialog = lazyPart(() =>
  import('./ExpectedBackDialog.tsx').then((loaded) => loaded.ExpectedBackDialog),
)

/** Rows before the height of the list is known. */
const USUAL_ROWS = 6

/** Boats that are out with the age of their last word; overdue boats first. */
export function BoardBoats({ boats, nowMs }: { boats: readonly BoardBoat[]; nowMs: number }) {
  const { t } = useTranslation()
  const { list, rows } = useFittingRows()
  const [expecting, setExpecting] = useState<BoardBoat | null>(null)
  const shown = boats.slice(0, rows)
  const overdue = boats.filter((boat) => boat.overdue !== null).length
  return (
    <BoardPart
      title={t('fleetGroup.out')}
      total={boats.length}
      {...(overdue > 0 ? { means: t('board.overdue', { count: overdue }) } : {})}
      none={t('board.noneOut')}
      more={boats.length - shown.length}
      grows
    >
      <ul className={classes.rows} ref={list}>
        {shown.map((boat) => (
          <li key={boat.vessel_id} className={classes.boat} data-overdue={boat.overdue ?? undefined}>
            <Boat boat={boat} nowMs={nowMs} onExpect={() => setExpecting(boat)} />
          </li>
        ))}
      </ul>
      {expecting && (
        <Suspense>
          <ExpectedBackDialog boat={expecting} onClose={() => setExpecting(null)} />
        </Suspense>
      )}
    </BoardPart>
  )
}

function Boat({ boat, nowMs, onExpect }: { boat: BoardBoat; nowMs: number; onExpect: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { isConsole } = useActs()
  const mayEdit = usePermission('vessel:vessel-edit', boat.vessel_id) && isConsole
  const { name, captain, since, last_word, sog, expected_back, overdue } = boat
  const outMin = since === null ? null : Math.max(0, nowMs - Date.parse(since)) / MINUTE_MS
  const backMs = expected_back === null ? null : Date.parse(expected_back)
  const remarks = [
    overdue === 'silent' && t('board.silent'),
    backMs !== null && (backMs < nowMs || overdue === 'expected')
      ? t('board.late', { time: formats.time(backMs), late: formats.duration((nowMs - backMs) / MINUTE_MS) })
      : backMs !== null && t('board.back', { time: formats.time(backMs) }),
    outMin !== null && t('board.outFor', { time: formats.duration(outMin) }),
    captain,
  ].filter(Boolean)
  const words = (
    <>
      <b>
        <span title={name}>{name}</span>
      </b>
      <span className={classes.age}>
        <Ago ms={last_word === null ? null : Date.parse(last_word)} />
      </span>
      <small>{remarks.join(' · ')}</small>
      <small className={classes.speed}>{sog !== null && <Quantity value={sog} unit="kn" />}</small>
    </>
  )
  return (
    <>
      {isConsole ? (
        <Link to="/map" search={{ vessel: boat.vessel_id }} className={classes.row}>
          {words}
        </Link>
      ) : (
        <div className={classes.row}>{words}</div>
      )}
      {mayEdit && (
        <button
          type="button"
          className={classes.expect}
          aria-label={t('board.expect', { name })}
          title={t('board.expect', { name })}
          onClick={onExpect}
        >
          <Icon of={IconClockEdit} size={24} />
        </button>
      )}
    </>
  )
}

/** Number of rows of a list that fit into the height that is left for it. */
function useFittingRows() {
  const list = useRef<HTMLUListElement>(null)
  const [rows, setRows] = useState(USUAL_ROWS)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const row = element.firstElementChild?.getBoundingClientRect().height ?? 0
      // A page that scrolls, as on a phone, has no height to fill.
      const isFree = getComputedStyle(element).overflowY !== 'hidden'
      if (row > 0)
        setRows(isFree ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(element.clientHeight / row)))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  })
  return { list, rows }
}
