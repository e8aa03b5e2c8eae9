import { IconLinkOff, IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Board } from '#contract/wire/board.ts'
import { Problem } from '#contract/wire/errors.ts'
import { liveFromWire } from '#contract/wire/wireLive.ts'
import { boardQuery, leaveWallScreen, writeWatchNote } from '../../../api/board.ts'
import { acknowledgeAlert } from '../../../api/helm.ts'
import { useFirstFailure } from '../../../api/useFirstFailure.ts'
import { meQuery } from '../../../api/user.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { serverClock } from '../../../live/serverClock.ts'
import { useServerNow } from '../../../live/useServerNow.ts'
import { vesselStates } from '../../../live/vesselStates.ts'
import { isNotFound, queryClient } from '../../../session/queryClient.ts'
import { visit } from '../../../session/visit.ts'
import { visitor } from '../../../session/visitor.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import notice from '../../../ui/Notice.module.css'
import { Notice } from '../../../ui/Notice.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import classes from '../Board.module.css'
import { ActsContext, type BoardActs } from '../boardActs.ts'
import { WatchBoard } from '../WatchBoard.tsx'
import { WallSignIn } from './WallSignIn.tsx'

/** Interval between two readings: a wall screen has no socket, and its boats move. */
const REREAD_MS = 5000

/** The watch board of one department on a wall screen. It only shows; a user signs in for each act. */
export function WallPage() {
  const { t } = useTranslation()
  const { token } = useParams({ from: '/wall/$token' })
  const board = useQuery({ ...boardQuery(null), refetchInterval: REREAD_MS })
  const { data, error, dataUpdatedAt, refetch } = board
  const failure = useFirstFailure(board)
  // A screen whose link was ended shows nothing of the fleet any longer.
  if (isNotFound(error ?? failure))
    return (
      <main className={notice.page}>
        <Notice icon={IconLinkOff} title={t('wall.gone')} hint={t('wall.goneHint')} role="alert" />
      </main>
    )
  if (data) return <Wall board={data} updatedMs={dataUpdatedAt} token={token} />
  return failure ? (
    <main className={notice.page}>
      <LoadFailed sentence={t('board.failed')} error={failure} onRetry={refetch} />
    </main>
  ) : (
    <Waiting />
  )
}

interface Person {
  name: string
  untilMs: number
}
/** An act that waits for the user to sign in. */
interface Waits {
  go: (isSignedIn: boolean) => void
}

function Wall({ board, updatedMs, token }: { board: Board; updatedMs: number; token: string }) {
  // Stores the visitor as the user before any component reads the user.
  if (queryClient.getQueryData(meQuery.queryKey) === undefined) {
    queryClient.setQueryDefaults(meQuery.queryKey, {
      ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY },
    })
    const nobody = visitor({ organization: board.organization, hasComfortSpeed: false })
    queryClient.setQueryData(meQuery.queryKey, nobody)
  }
  useEffect(() => {
    serverClock.adjust(board.server_time)
    vesselStates.merge((board.vessels ?? []).map(liveFromWire), true)
  }, [board])
  useEffect(() => {
    document.title = `${board.department.name} · Taffrail`
  }, [board.department.name])

  const { person, asks, acts, signedIn, giveUp, leave } = useWallActs(token)
  return (
    <ActsContext value={acts}>
      <main>
        <WatchBoard
          board={board}
          updatedMs={updatedMs}
          end={person && <SignedIn person={person} onLeave={leave} />}
        />
      </main>
      {asks && <WallSignIn token={token} onDone={signedIn} onClose={giveUp} />}
    </ActsContext>
  )
}

/** Acts on the wall screen: each asks for a sign-in, unless a user signed in within the last five minutes. */
function useWallActs(token: string) {
  const [person, setPerson] = useState<Person | null>(null)
  const [waits, setWaits] = useState<Waits | null>(null)
  const held = useRef<Person | null>(null)
  const forget = () => {
    held.current = null
    setPerson(null)
    visit.setPass(null)
  }
  useEffect(() => {
    if (!person) return
    const timer = setTimeout(forget, Math.max(0, person.untilMs - Date.now()))
    return () => clearTimeout(timer)
  })
  const acts = useMemo((): BoardActs => {
    const isSignedIn = async () => {
      if (held.current && held.current.untilMs > Date.now()) return true
      return new Promise<boolean>((go) => setWaits({ go }))
    }
    /** Runs an act; asks again when the server ended the sign-in before its time. */
    async function asPerson(act: () => Promise<unknown>): Promise<boolean> {
      if (!(await isSignedIn())) return false
      try {
        await act()
        return true
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'not_authenticated')) throw error
        held.current = null
        visit.setPass(null)
        return asPerson(act)
      }
    }
    return {
      ...{ mayAct: true, isConsole: false },
      acknowledge: (ids) =>
        asPerson(async () => {
          for (const id of ids) await acknowledgeAlert(id)
        }),
      writeNote: (department_id, text) => asPerson(() => writeWatchNote({ department_id, text })),
    }
  }, [])
  return {
    ...{ person, acts, asks: waits !== null },
    signedIn(given: { pass: string; name: string; lastsMs: number }) {
      visit.setPass(given.pass)
      held.current = { name: given.name, untilMs: Date.now() + given.lastsMs }
      setPerson(held.current)
      setWaits(null)
      waits?.go(true)
    },
    giveUp() {
      setWaits(null)
      waits?.go(false)
    },
    leave() {
      const pass = visit.pass()
      forget()
      if (pass !== null) leaveWallScreen({ wall_token: token, pass }).catch(() => {})
    },
  }
}

function SignedIn({ person, onLeave }: { person: Person; onLeave: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  useServerNow()
  return (
    <>
      <span className={classes.person}>
        {t('wall.signedIn', { name: person.name, time: formats.time(person.untilMs) })}
      </span>
      <button type="button" className={classes.button} aria-label={t('wall.signOut')} onClick={onLeave}>
        <Icon of={IconLogout} size={24} />
      </button>
    </>
  )
}
