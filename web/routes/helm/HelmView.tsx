import { IconArrowLeft, IconMoon, IconSteeringWheel, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { toShown } from '#contract/domain/unitChoice.ts'
import type { Guidance, Helm } from '#contract/wire/helm.ts'
import { measuredMs, type VesselLive } from '#contract/wire/vessel.ts'
import { liveFromWire } from '#contract/wire/wireLive.ts'
import { usePermission } from '../../api/user.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { useLostSince } from '../../live/lostSince.ts'
import { serverClock } from '../../live/serverClock.ts'
import { useServerNow } from '../../live/useServerNow.ts'
import { useTopic } from '../../live/useTopic.ts'
import { toggleNight, useShownScheme } from '../../preferences/shownScheme.ts'
import { FullscreenButton } from '../../ui/FullscreenButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LostConnection } from '../../ui/LostConnection.tsx'
import { useSpeedWords } from '../../ui/useSpeedWords.ts'
import { useWakeLock } from '../../ui/useWakeLock.ts'
import { CaptainChoice } from './CaptainChoice.tsx'
import { Gauge } from './Gauge.tsx'
import classes from './Helm.module.css'
import { HelmAlerts } from './HelmAlerts.tsx'
import { IMPACT_LIVE_MS, type ImpactWindow, largestImpact, withImpact } from './impactWindow.ts'
import { LiveDelayBadge } from './LiveDelayBadge.tsx'
import { liveDelay, worstDelay } from './liveDelay.ts'
import { useNativeBanners } from './useNativeBanners.ts'

const MOST_KN = 60
const MOST_G = 6

/** Both dials, the age of the data, and the captain at the helm. */
export function HelmView({ helm }: { helm: Helm }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const speedWord = useSpeedWords()
  const { vessel, trip, captain, guidance } = helm
  const palette = useShownScheme() === 'night' ? 'night' : 'day'
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen()
    },
    [],
  )
  const wakeLock = useWakeLock()
  const lostSince = useLostSince()
  useNativeBanners(vessel.name, helm.alerts)
  const nowMs = useServerNow()
  const [live, setLive] = useState<VesselLive | null>(null)
  const [impacts, setImpacts] = useState<ImpactWindow>([])
  useTopic(`vessels/v3/${vessel.id}`, ({ data: received }) => {
    if (!received) return
    setLive(liveFromWire(received))
    setImpacts((known) => withImpact(known, received.impact_time, received.impact, serverClock.nowMs()))
  })
  const mayChoose = usePermission('vessel:trip-assign-captain', vessel.id)
  const [isChoosing, setChoosing] = useState(false)
  const [putOffFor, setPutOffFor] = useState<string | null>(null)
  const asks = helm.must_choose && putOffFor !== trip?.id
  const isOpen = asks || isChoosing
  const captainButton = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) captainButton.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  /** Reason of the advice; for eco speed with the range of best economy, up to the limit. */
  const reasonOf = ({ reason, eco }: Guidance) =>
    reason === 'eco' && eco
      ? t('helm.guidance.eco', {
          from: formats.number(toShown(formats.shown('kn'), eco.from), 1),
          to: formats.quantity(Math.min(eco.to, vessel.safety_speed_limit ?? eco.to), 'kn'),
        })
      : t('helm.guidance.safety')

  const isLost = lostSince !== null
  const sogDelay = liveDelay(live && measuredMs(live, 'sog'), nowMs)
  const impactDelay = liveDelay(live && measuredMs(live, 'impact'), nowMs, IMPACT_LIVE_MS)
  return (
    <div className={classes.helm} data-palette={palette}>
      <header className={classes.top}>
        <Link
          to="/vessels/$vesselId"
          params={{ vesselId: vessel.id }}
          className={classes.button}
          aria-label={t('common.goBack')}
        >
          <Icon of={IconArrowLeft} size={24} />
        </Link>
        <h1>{vessel.name}</h1>
        <LiveDelayBadge delay={worstDelay([sogDelay, impactDelay])} />
        <div className={classes.tools}>
          <button
            type="button"
            className={classes.button}
            aria-label={t(palette === 'day' ? 'helm.night' : 'helm.day')}
            onClick={toggleNight}
          >
            <Icon of={palette === 'day' ? IconMoon : IconSun} size={24} />
          </button>
          <FullscreenButton className={classes.button} />
        </div>
      </header>
      <LostConnection className={classes.lost} />
      <HelmAlerts vesselId={vessel.id} alerts={helm.alerts} nowMs={nowMs} />
      {isOpen ? (
        <CaptainChoice
          helm={helm}
          mayChoose={mayChoose}
          asks={asks}
          onClose={() => {
            setChoosing(false)
            if (asks) setPutOffFor(trip?.id ?? null)
          }}
        />
      ) : (
        <>
          <div className={classes.gauges}>
            <Gauge
              label={t(live?.sog_derived ? 'helm.sogDerived' : 'helm.sog')}
              unit="kn"
              value={live?.sog ?? null}
              max={MOST_KN}
              limit={vessel.safety_speed_limit}
              limitLabel={speedWord('speed')}
              decimals={1}
              isLost={isLost}
              delay={sogDelay}
            />
            <Gauge
              label={t('helm.impact')}
              unit="g"
              value={largestImpact(impacts, nowMs)}
              max={MOST_G}
              limit={vessel.impact_limit}
              limitLabel={t('helm.impactLimit')}
              decimals={1}
              isLost={isLost}
              delay={impactDelay}
            />
          </div>
          <footer className={classes.bottom}>
            <button
              ref={captainButton}
              type="button"
              className={classes.captain}
              disabled={!mayChoose}
              onClick={() => setChoosing(true)}
            >
              <Icon of={IconSteeringWheel} size={24} />
              <span>
                <small>{t('helm.captain')}</small>
                {captain?.name ?? t('helm.nobody')}
              </span>
            </button>
            {guidance && (
              <p className={classes.fact}>
                <small>{reasonOf(guidance)}</small>
                {t('helm.keep', { speed: formats.quantity(guidance.speed, 'kn') })}
              </p>
            )}
            {trip && (
              <p className={classes.fact}>
                <small>{t('helm.underWay')}</small>
                {formats.duration((nowMs - Date.parse(trip.start_time)) / MINUTE_MS)}
              </p>
            )}
            {wakeLock === 'unavailable' && <p className={classes.note}>{t('helm.screenMaySleep')}</p>}
          </footer>
        </>
      )}
    </div>
  )
}
