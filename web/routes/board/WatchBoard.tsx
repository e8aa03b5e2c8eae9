import { useHotkeys } from '@mantine/hooks'
import { IconBell, IconBellOff, IconPlugConnectedX, IconVolumeOff } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import type { Board } from '#contract/wire/board.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { useKeysHere } from '../../keys/keysHere.ts'
import { useServerNow } from '../../live/useServerNow.ts'
import { lazyPart } from '../../loading/parts.ts'
import { FullscreenButton } from '../../ui/FullscreenButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useWakeLock } from '../../ui/useWakeLock.ts'
import classes from './Board.module.css'
import { BoardBoats } from './BoardBoats.tsx'
import { BoardCounts } from './BoardCounts.tsx'
import { BoardEpisodes } from './BoardEpisodes.tsx'
import { BoardNotes } from './BoardNotes.tsx'
import { useActs } from './boardActs.ts'
import { CriticalAlert } from './CriticalAlert.tsx'
import { keepWaiting, newCritical } from './newCritical.ts'
import { type Alarm, useAlarm } from './useAlarm.ts'

const BoardMap = lazyPart(() => import('./BoardMap.tsx').then((loaded) => loaded.BoardMap))
const NotesDialog = lazyPart(() => import('./NotesDialog.tsx').then((loaded) => loaded.NotesDialog))

/** Age of the shown data after which the board says that it is old. */
const STALE_AFTER_MS = MINUTE_MS / 3

interface Props {
  board: Board
  /** Time of this browser's clock when the board arrived, ms. */
  updatedMs: number
  /** Beside the name: the way back, or the user who signed in on a wall screen. */
  begin?: ReactNode
  end?: ReactNode
}

/** The watch board: fleet on the map, boats that are out, alerts by boat, and the note of the watch before. */
export function WatchBoard({ board, updatedMs, begin, end }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const nowMs = useServerNow()
  const acts = useActs()
  const [openedMs] = useState(() => Date.now())
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set<string>())
  const [quiet, setQuiet] = useState<string | null>(null)
  const [writes, setWrites] = useState(false)
  useWakeLock()
  useKeysHere('board')
  useEffect(() => setAside((held) => keepWaiting(held, board.critical)), [board.critical])
  const taking = useMemo(
    () => newCritical(board.critical, openedMs, aside),
    [board.critical, openedMs, aside],
  )
  const [alert] = taking
  // A later alert rings again.
  const alarm = useAlarm(alert !== undefined && quiet !== alert.id)
  const ringing = alert !== undefined && quiet !== alert.id
  useHotkeys([
    ['M', () => alert && setQuiet(alert.id)],
    ['Escape', () => alert && setAside((held) => new Set([...held, alert.id]))],
    ['N', () => acts.mayAct && setWrites(true)],
  ])
  const isStale = Date.now() - updatedMs > STALE_AFTER_MS
  return (
    <div className={classes.board} data-critical={alert ? true : undefined}>
      <header className={classes.top}>
        {begin}
        <h1>{board.department.name}</h1>
        {end}
        <SoundButton alarm={alarm} />
        <FullscreenButton className={classes.button} />
        <time className={classes.clock}>{formats.time(nowMs)}</time>
      </header>
      <div className={classes.bars}>
        {isStale && (
          <p className={classes.lost} role="alert">
            <Icon of={IconPlugConnectedX} size={24} />
            {t('helm.lost', { time: formats.time(updatedMs) })}
          </p>
        )}
        <SoundBar alarm={alarm} />
      </div>
      <div className={classes.ground}>
        {!alert && <BoardCounts out={board.boats.filter(({ since }) => since !== null).length} />}
        <div className={classes.map}>
          <Suspense>
            <BoardMap board={board} focusedId={alert?.vessel_id ?? null} />
          </Suspense>
        </div>
      </div>
      {alert ? (
        <CriticalAlert
          key={alert.id}
          alert={alert}
          more={taking.length - 1}
          isQuiet={!ringing || alarm.sound !== 'on'}
          onQuiet={() => setQuiet(alert.id)}
          onAside={() => setAside((held) => new Set([...held, alert.id]))}
        />
      ) : (
        <div className={classes.side}>
          <BoardEpisodes episodes={board.episodes} waiting={board.waiting} />
          <BoardBoats boats={board.boats} nowMs={nowMs} />
          <BoardNotes notes={board.notes} onOpen={() => setWrites(true)} />
        </div>
      )}
      {writes && (
        <Suspense>
          <NotesDialog board={board} onClose={() => setWrites(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Says that an alarm would make no sound, and lets a user allow it. */
function SoundBar({ alarm: { sound, allow } }: { alarm: Alarm }) {
  const { t } = useTranslation()
  if (sound === 'on') return null
  return (
    <p className={classes.mute} role="status">
      <Icon of={IconVolumeOff} size={24} />
      <span>{t(`board.sound.${sound}`)}</span>
      {sound !== 'unavailable' && (
        <button type="button" className={classes.action} onClick={allow}>
          {t('board.sound.allow')}
        </button>
      )}
    </p>
  )
}

function SoundButton({ alarm: { sound, allow, forbid } }: { alarm: Alarm }) {
  const { t } = useTranslation()
  if (sound === 'unavailable') return null
  const isOn = sound === 'on'
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={t(isOn ? 'board.sound.forbid' : 'board.sound.allow')}
      aria-pressed={isOn}
      onClick={isOn ? forbid : allow}
    >
      <Icon of={isOn ? IconBell : IconBellOff} size={24} />
    </button>
  )
}
