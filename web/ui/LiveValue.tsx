import type { ReactNode } from 'react'
import { type LiveValueName, measuredMs, type VesselLive } from '#contract/wire/vessel.ts'
import { useStale } from '../live/freshness.ts'
import classes from './Aged.module.css'
import { Aged } from './Aged.tsx'
import { Ago } from './Ago.tsx'
import { Missing } from './Quantity.tsx'

interface Props {
  of: VesselLive
  name: LiveValueName
  children: ReactNode
}

/**
 * One live value of a vessel, aged by its own time: it fades, and after two minutes a dash with its age stands in its
 * place. The age is left out where it is that of the vessel, which stands beside.
 */
export function LiveValue({ of: live, name, children }: Props) {
  const ms = measuredMs(live, name)
  const isStale = useStale(ms)
  return (
    <Aged ms={ms}>
      {isStale ? (
        <>
          <Missing />
          {ms !== live.last_updated && (
            <small className={classes.ago}>
              <Ago ms={ms} />
            </small>
          )}
        </>
      ) : (
        children
      )}
    </Aged>
  )
}
