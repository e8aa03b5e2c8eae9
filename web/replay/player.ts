import { SECOND_MS } from '#contract/domain/time.ts'

export const SPEEDS = [0.5, 1, 2] as const
export const STEP_MS = SECOND_MS

/** State of the replay. It pauses while the user drags the slider, and goes on afterwards if it was playing. */
export interface Playback {
  timeMs: number
  playing: boolean
  sliding: boolean
  speed: number
}

/** Plays an interval; listeners are called at every change, thirty and more times a second during playback. */
export interface Player {
  get(): Playback
  play(): void
  pause(): void
  step(direction: -1 | 1): void
  slide(timeMs: number): void
  /** Called when the user releases the slider. */
  letGo(): void
  seek(timeMs: number): void
  speed(speed: number): void
  /** Plays another interval from now on, as of a trip under way. */
  cover(range: Interval): void
  /** `ready` false stops the clock while the next window is loading. */
  tick(elapsedMs: number, ready: boolean): void
  subscribe(listener: () => void): () => void
}

export interface Interval {
  fromMs: number
  toMs: number
}

interface Begin {
  timeMs?: number | undefined
  speed?: number | undefined
  stepMs?: number
}

export function createPlayer(interval: Interval, begin: Begin = {}): Player {
  let range = interval
  const { stepMs = STEP_MS } = begin
  const within = (timeMs: number) => Math.min(range.toMs, Math.max(range.fromMs, timeMs))
  let state: Playback = {
    timeMs: within(begin.timeMs ?? range.fromMs),
    playing: false,
    sliding: false,
    speed: begin.speed ?? 1,
  }
  const listeners = new Set<() => void>()
  const change = (part: Partial<Playback>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    play: () => change({ playing: true, timeMs: state.timeMs >= range.toMs ? range.fromMs : state.timeMs }),
    pause: () => change({ playing: false }),
    step: (direction) => change({ playing: false, timeMs: within(state.timeMs + direction * stepMs) }),
    slide: (timeMs) => change({ sliding: true, timeMs: within(timeMs) }),
    letGo: () => change({ sliding: false }),
    seek: (timeMs) => change({ timeMs: within(timeMs) }),
    speed: (speed) => change({ speed }),
    cover(next) {
      range = next
      if (state.timeMs !== within(state.timeMs)) change({ timeMs: within(state.timeMs) })
    },
    tick(elapsedMs, ready) {
      if (!state.playing || state.sliding || !ready) return
      const timeMs = within(state.timeMs + elapsedMs * state.speed)
      change({ timeMs, playing: timeMs < range.toMs })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
