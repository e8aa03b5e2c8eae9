import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { SECOND_MS } from '#contract/domain/time.ts'
import type { Trip } from '#contract/wire/trip.ts'
import type { LinkedCursor } from '#web/plots/linkedCursor.ts'
import { createPlayer, type Player } from '../../replay/player.ts'
import { restWith } from '../../replay/shownTime.ts'
import { tripInterval } from '../../replay/tripInterval.ts'
import { momentIn, withMoment } from '../../trips/moment/momentInAddress.ts'

/** Delay before a chosen moment is written into the address, and interval of writing while it plays, ms. */
const SETTLED_MS = 250
const PLAYING_MS = 2 * SECOND_MS

/**
 * The one moment of the trip that map, chart, replay and weather show. It stands in the address; the cursor rests at it
 * once there is one.
 */
export function useTripMoment(trip: Trip, cursor: LinkedCursor): Player {
  const search = useSearch({ from: '/console/map/trips/$tripId' })
  const navigate = useNavigate({ from: '/map/trips/$tripId' })
  const { fromMs, toMs } = tripInterval(trip)
  const interval = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs])
  const [begin] = useState(() => momentIn(search, interval))
  const [player] = useState(() => createPlayer(interval, { timeMs: begin }))
  const written = useRef(begin)
  const writing = useRef(0)

  useEffect(() => player.cover(interval), [player, interval])
  useEffect(() => {
    if (begin !== undefined) cursor.rest(begin)
    let timer: ReturnType<typeof setTimeout> | undefined
    let shownMs = player.get().timeMs
    const write = () => {
      timer = undefined
      written.current = Math.round(player.get().timeMs)
      writing.current++
      void navigate({ search: (now) => withMoment(now, player.get().timeMs), replace: true }).finally(() => {
        writing.current--
      })
    }
    const leave = player.subscribe(() => {
      const { timeMs, playing, sliding } = player.get()
      if (timeMs === shownMs) return
      shownMs = timeMs
      if (!playing && !sliding) clearTimeout(timer)
      else if (timer !== undefined) return
      timer = setTimeout(write, playing || sliding ? PLAYING_MS : SETTLED_MS)
    })
    const stop = restWith(player, cursor)
    return () => {
      clearTimeout(timer)
      leave()
      stop()
    }
  }, [player, cursor, navigate, begin])

  // A link, or the way back, names another moment than the one that was written last.
  const asked = momentIn(search, interval)
  useEffect(() => {
    if (asked === undefined || asked === written.current || writing.current > 0) return
    written.current = asked
    player.pause()
    player.seek(asked)
    cursor.rest(asked)
  }, [asked, player, cursor])
  return player
}
