import { useTranslation } from 'react-i18next'
import type { VesselLive } from '#contract/wire/vessel.ts'
import classes from './Quantity.module.css'
import { Quantity } from './Quantity.tsx'

/** Current speed of a vessel, for places without a label that it is derived from positions. */
export function Sog({ of: { sog, sog_derived } }: { of: Pick<VesselLive, 'sog' | 'sog_derived'> }) {
  const { t } = useTranslation()
  return (
    <>
      <Quantity value={sog} unit="kn" />
      {sog_derived && <span className={classes.derived}>{t('map.derived')}</span>}
    </>
  )
}
