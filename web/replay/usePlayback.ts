import { useEffect } from 'react'
import type { Player } from './player.ts'

/** After a break in a hidden tab, the replay does not jump ahead. */
const LONGEST_FRAME_MS = 250

/** Lets a player play, frame by frame, while `isReady` says so; a paused player requests no frames. */
export function usePlayback(player: Player, isReady: () => boolean, isOn = true): void {
  useEffect(() => {
    if (!isOn) return
    let lastMs = 0
    let frame = 0
    const next = (nowMs: number) => {
      player.tick(Math.min(nowMs - lastMs, LONGEST_FRAME_MS), isReady())
      lastMs = nowMs
      frame = player.get().playing ? requestAnimationFrame(next) : 0
    }
    const wake = () => {
      if (frame !== 0 || !player.get().playing) return
      lastMs = performance.now()
      frame = requestAnimationFrame(next)
    }
    wake()
    const leave = player.subscribe(wake)
    return () => {
      leave()
      cancelAnimationFrame(frame)
    }
  }, [player, isReady, isOn])
}
