import { Button, Skeleton, Switch } from '@mantine/core'
import { IconPlus, IconSpeedboat } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isUnpaired, type MapVessel } from '#contract/wire/vessel.ts'
import { useShowsSpeed } from '../../live/useShowsSpeed.ts'
import { useVessels } from '../../live/vesselStates.ts'
import { setPreference, usePreference } from '../../preferences/preferences.ts'
import { Ago } from '../../ui/Ago.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Gate } from '../../ui/Gate.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Late } from '../../ui/Late.tsx'
import { LiveValue } from '../../ui/LiveValue.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Sog } from '../../ui/Sog.tsx'
import { StatusPill } from '../../ui/StatusPill.tsx'
import { VesselPicture } from '../../ui/VesselPicture.tsx'
import classes from './FleetPanel.module.css'

/** All vessels as cards; a click selects a vessel on the map, another click deselects her. */
export function VesselsTab({
  selectedId,
  shows,
}: {
  selectedId: string | null
  shows: (vessel: MapVessel) => boolean
}) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/map' })
  const vessels = useVessels((states) => states.all())
  const ready = useVessels((states) => states.ready())
  const withUnpaired = usePreference('show-unpaired-vessels')
  const unpaired = vessels.reduce((count, vessel) => count + Number(isUnpaired(vessel)), 0)
  const { show } = useSearch({ from: '/console/map' })
  const shown = vessels.filter(shows)
  if (!ready) return <Loading />
  if (vessels.length === 0) {
    return (
      <Notice icon={IconSpeedboat} title={t('map.noVessels')}>
        <Gate permission="department:vessel-create">
          <ButtonLink to="/vessels/new" leftSection={<Icon of={IconPlus} size={16} />}>
            {t('vessels.add')}
          </ButtonLink>
        </Gate>
        <ButtonLink to="/resources/help/$slug" params={{ slug: 'pairing-vessels' }} variant="default">
          {t('vessels.howToPair')}
        </ButtonLink>
      </Notice>
    )
  }
  const toggle = (id: string) =>
    navigate({ search: (now) => ({ ...now, vessel: id === selectedId ? undefined : id }) })
  return (
    <>
      <div className={classes.bar}>
        {show ? (
          <div className={classes.group}>
            <span>{t('map.onlyGroup', { group: t(`fleetGroup.${show}`) })}</span>
            <Button
              size="xs"
              variant="default"
              onClick={() => void navigate({ search: (now) => ({ ...now, show: undefined }) })}
            >
              {t('map.wholeFleetAgain')}
            </Button>
          </div>
        ) : (
          <Switch
            className={classes.switch}
            checked={withUnpaired}
            onChange={({ currentTarget }) => setPreference('show-unpaired-vessels', currentTarget.checked)}
            label={t('map.showUnpaired', { count: unpaired })}
          />
        )}
      </div>
      <div className={classes.scroll}>
        {shown.length === 0 ? (
          <Notice icon={IconSpeedboat} title={t(show ? 'map.noneInGroup' : 'map.noPairedVessels')} />
        ) : (
          <div className={classes.cards}>
            {shown.map((vessel) => (
              <VesselCard
                key={vessel.id}
                vessel={vessel}
                selected={vessel.id === selectedId}
                onClick={() => toggle(vessel.id)}
              />
            ))}
          </div>
        )}
      </div>
    </>
  )
}

interface CardProps {
  vessel: MapVessel
  selected: boolean
  onClick: () => void
}

function VesselCard({ vessel, selected, onClick }: CardProps) {
  const showsSpeed = useShowsSpeed(vessel)
  return (
    <button type="button" className={classes.card} aria-pressed={selected} onClick={onClick}>
      <VesselPicture name={vessel.name} kind={vessel.kind} url={vessel.picture_url} height={64} />
      <span className={classes.cardBody}>
        <span className={classes.cardName}>{vessel.name}</span>
        <span className={classes.cardLine}>
          <StatusPill status={vessel.status} plain />
          {showsSpeed ? (
            <span className={classes.cardSpeed}>
              <LiveValue of={vessel} name="sog">
                <Sog of={vessel} />
              </LiveValue>
            </span>
          ) : (
            vessel.last_updated !== null && (
              <span className={classes.age}>
                <Ago ms={vessel.last_updated} />
              </span>
            )
          )}
        </span>
      </span>
    </button>
  )
}

function Loading() {
  return (
    <Late>
      <div className={classes.cards}>
        {Array.from({ length: 6 }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all cards are equal
          <Skeleton key={card} height={124} radius={8} />
        ))}
      </div>
    </Late>
  )
}
