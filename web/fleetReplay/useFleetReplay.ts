import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { vesselStates } from '../live/vesselStates.ts'
import { createPlayer, type Player } from '../replay/player.ts'
import { chunksAround, stepOf, wholeStepOf } from './chunks.ts'
import type { Chunk } from './fleetHistory.ts'
import { fleetChunkQuery } from './fleetRequests.ts'
import { calmUntil, type Movement, movementOf } from './movement.ts'
import { createReplayedFleet, type ReplayedFleet } from './replayedFleet.ts'

/** Shortest interval between two drawings: the eye sees no difference above 25 a second. */
const DRAW_EVERY_MS = 40
/**
 * Longest step of the playback between two frames. After a break in a hidden tab the replay goes on where it stopped.
 */
const LONGEST_FRAME_MS = 250

export interface FleetReplay {
  fromMs: number
  toMs: number
  player: Player
  fleet: ReplayedFleet
  whole: Chunk | null
  /** Null while the whole period is loading. */
  movement: Movement | null
  state: 'ready' | 'loading' | 'failed'
  retry: () => void
}

interface Asked {
  fromMs: number
  toMs: number
  atMs: number | undefined
  speed: number
}

const NOTHING: Asked = { fromMs: 0, toMs: 0, atMs: undefined, speed: 60 }

/**
 * Plays a period of the past, from the first movement unless a moment is requested, and without its calm hours. Chunks
 * are fetched during playback, which waits for missing chunks.
 */
export function useFleetReplay(asked: Asked | null): FleetReplay | null {
  const enabled = asked !== null
  const { fromMs, toMs, atMs, speed } = asked ?? NOTHING
  const begin = useRef({ atMs, speed })
  begin.current = { atMs, speed }
  const player = useMemo(
    () =>
      createPlayer(
        { fromMs, toMs },
        { timeMs: begin.current.atMs, speed: begin.current.speed, stepMs: MINUTE_MS },
      ),
    [fromMs, toMs],
  )
  const [fleet] = useState(createReplayedFleet)
  const around = useSyncExternalStore(player.subscribe, () => {
    const { timeMs, speed } = player.get()
    return JSON.stringify(chunksAround(timeMs, stepOf(speed), { fromMs, toMs }))
  })
  const { needed, ahead } = useMemo((): ReturnType<typeof chunksAround> => JSON.parse(around), [around])
  const whole = useQuery({ ...fleetChunkQuery({ fromMs, toMs, stepS: wholeStepOf(toMs - fromMs) }), enabled })
  const queries = useQueries({ queries: [...needed, ...ahead].map(fleetChunkQuery) })
  const own = queries.slice(0, needed.length)
  const ready = own.every(({ isSuccess }) => isSuccess)
  const failed = [whole, ...own].some(({ isError, isFetching }) => isError && !isFetching)

  const movement = useMemo(
    () => (whole.data ? movementOf(whole.data, { fromMs, toMs }) : null),
    [whole.data, fromMs, toMs],
  )
  useEffect(() => {
    const { timeMs, playing } = player.get()
    const first = movement?.moving[0]
    // A user who has chosen a moment meanwhile keeps it.
    if (first && begin.current.atMs === undefined && timeMs === fromMs && !playing) player.seek(first.fromMs)
  }, [movement, player, fromMs])

  const now = useRef({ ready, chunks: [] as Chunk[], whole: null as Chunk | null, movement })
  now.current = {
    ...{ ready, chunks: own.flatMap(({ data }) => data ?? []) },
    ...{ whole: whole.data ?? null, movement },
  }
  const states = own.map(({ dataUpdatedAt }) => dataUpdatedAt).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: draws new data also while the replay is paused
  useEffect(() => {
    if (!enabled) return
    const draw = () => {
      const { ready, chunks, whole } = now.current
      const { timeMs, playing, sliding } = player.get()
      if (ready) fleet.show(timeMs, chunks, whole)
      // Vessels without loaded data are not shown as silent. During playback the clock waits for the data.
      else if (!playing || sliding) fleet.show(timeMs, [], null)
    }
    let drawnMs = Number.NEGATIVE_INFINITY
    let frame = 0
    let beforeMs = performance.now()
    const tick = (ms: number) => {
      frame = requestAnimationFrame(tick)
      player.tick(Math.min(LONGEST_FRAME_MS, ms - beforeMs), now.current.ready)
      beforeMs = ms
      const { timeMs, playing, sliding } = player.get()
      const { movement } = now.current
      const skipsToMs = playing && !sliding && movement ? calmUntil(movement, timeMs) : null
      if (skipsToMs !== null) player.seek(skipsToMs)
      if (!playing || ms - drawnMs < DRAW_EVERY_MS) return
      drawnMs = ms
      draw()
    }
    draw()
    frame = requestAnimationFrame(tick)
    const leave = [
      player.subscribe(() => !player.get().playing && draw()),
      // The present decides which vessels the user may see at all.
      vesselStates.subscribe((_, full) => full && draw()),
    ]
    return () => {
      cancelAnimationFrame(frame)
      for (const stop of leave) stop()
    }
  }, [player, fleet, states, whole.data, enabled])

  if (!enabled) return null
  return {
    ...{ fromMs, toMs, player, fleet },
    whole: whole.data ?? null,
    movement,
    state: failed ? 'failed' : ready && whole.isSuccess ? 'ready' : 'loading',
    retry: () => {
      for (const query of [whole, ...own]) if (query.isError) void query.refetch()
    },
  }
}
