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
 * Live value of a vessel with its own age: it fades, and after two minutes becomes a dash with the age. The age is
 * left out when it equals the age of the vessel, which stands beside.
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
