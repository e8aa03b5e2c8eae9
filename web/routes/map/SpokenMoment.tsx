import { useEffect, useState } from 'react'
import { useFormats } from '../../i18n/useFormats.ts'
import type { Player } from '../../replay/player.ts'
import classes from './TripPanel.module.css'

/** The moment is spoken once it has stood still for so long, ms. */
const STILL_MS = 600

/** Speaks the chosen moment of the trip, and not each time on the way there. */
export function SpokenMoment({ player }: { player: Player }) {
  const formats = useFormats()
  const [spokenMs, setSpoken] = useState<number | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = player.subscribe(() => {
      clearTimeout(timer)
      const { timeMs, playing } = player.get()
      if (!playing) timer = setTimeout(() => setSpoken(timeMs), STILL_MS)
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [player])
  return <output className={classes.unseen}>{spokenMs !== null && formats.timeSeconds(spokenMs)}</output>
}
