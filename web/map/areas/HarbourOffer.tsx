import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Position } from '#contract/geodesy/position.ts'
import { useVessels, type VesselStates, vesselStates } from '../../live/vesselStates.ts'
import { setPreference } from '../../preferences/preferences.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useStage } from '../stageContext.ts'
import { useBasemap } from '../useBasemap.ts'
import { type AreaBounds, busiestArea, showArea } from './areaBounds.ts'
import classes from './HarbourOffer.module.css'

/** Offers harbour detail once a vessel of the fleet has a position, until the user decides. */
export function HarbourOffer({ onAccept }: { onAccept: (area: AreaBounds) => void }) {
  const { t } = useTranslation()
  const { map } = useStage()
  const { basemap } = useBasemap()
  const hasFix = useVessels((states) => placesOf(states).length > 0)
  if (!basemap || basemap.detail || basemap.areas || !hasFix) return null
  const decide = () => setPreference('harbour-offered', true)
  const accept = () => {
    const area = busiestArea(placesOf(vesselStates))
    if (!area) return
    decide()
    showArea(map, area)
    onAccept(area)
  }
  return (
    <section className={classes.offer} aria-label={t('areas.title')}>
      <p>{t('areas.offer')}</p>
      <Button size="xs" onClick={accept}>
        {t('areas.offerAccept')}
      </Button>
      <IconButton
        variant="subtle"
        color="gray"
        label={t('areas.offerDecline')}
        icon={IconX}
        onClick={decide}
      />
    </section>
  )
}

const placesOf = (states: VesselStates): Position[] =>
  [...states.values()].flatMap(({ latitudeDeg, longitudeDeg }) =>
    latitudeDeg === null || longitudeDeg === null ? [] : [{ latitudeDeg, longitudeDeg }],
  )
