import { Button, Slider } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '#contract/domain/time.ts'
import { DateRangePicker } from '../forms/DateRangePicker.tsx'
import type { DayRange } from '../forms/dayRange.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { writePosition } from '../map/chartTools/positionText.ts'
import { useLetters } from '../map/chartTools/useLetters.ts'
import { usePreference } from '../preferences/preferences.ts'
import { PlayButtons } from '../replay/PlayButtons.tsx'
import { FLEET_SPEEDS } from '../searchParameters.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Segment } from '../ui/Segment.tsx'
import classes from './FleetReplayBar.module.css'
import { reportingShares } from './fleetHistory.ts'
import { movingShares } from './movement.ts'
import type { FleetReplay } from './useFleetReplay.ts'

interface Props {
  replay: FleetReplay
  days: DayRange
  /** Vessel chosen on the map. */
  vesselId: string | null
  onDays: (days: DayRange) => void
  onSpeed: (speed: (typeof FLEET_SPEEDS)[number]) => void
  onClose: () => void
}

/** Updates of the clock per second: faster digits cannot be read. */
const READ_PER_S = 10

/** Timeline of the replay: time, speed, and how many boats reported and moved over time. */
export function FleetReplayBar({ replay, days, vesselId, onDays, onSpeed, onClose }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { player, fromMs, toMs } = replay
  const speed = useSyncExternalStore(player.subscribe, () => player.get().speed)
  const timeMs = useSyncExternalStore(player.subscribe, () => {
    const stepMs = player.get().playing ? Math.max(1000, (speed * 1000) / READ_PER_S) : 1000
    return Math.min(toMs, Math.floor(player.get().timeMs / stepMs) * stepMs)
  })
  const end = Math.max(1, Math.round((toMs - fromMs) / 1000))
  return (
    <section className={classes.bar} aria-label={t('fleetReplay.title')}>
      <div className={classes.head}>
        <strong className={classes.clock}>{formats.dateTimeSeconds(timeMs)}</strong>
        <ReportingCount replay={replay} />
        {vesselId && <Chosen replay={replay} vesselId={vesselId} />}
        <span className={classes.space} />
        <DateRangePicker {...days} onChange={onDays} />
        <IconButton icon={IconX} label={t('fleetReplay.close')} size={32} onClick={onClose} />
      </div>
      <FleetStrip replay={replay} />
      <Slider
        className={classes.slider}
        thumbLabel={t('fleetReplay.moment')}
        thumbProps={{ 'aria-valuetext': formats.dateTimeSeconds(timeMs) } as object}
        label={null}
        size={4}
        min={0}
        max={end}
        step={Math.min(end, MINUTE_MS / 1000)}
        value={Math.max(0, Math.round((timeMs - fromMs) / 1000))}
        onChange={(value) => player.slide(fromMs + value * 1000)}
        onChangeEnd={() => player.letGo()}
      />
      <div className={classes.buttons}>
        <PlayButtons player={player} back={t('fleetReplay.back')} forward={t('fleetReplay.forward')} />
        <span className={classes.space} />
        <Segment
          small
          label={t('replay.speed')}
          value={String(speed)}
          onChange={(next) => {
            const chosen = FLEET_SPEEDS.find((one) => String(one) === next) ?? 1
            player.speed(chosen)
            onSpeed(chosen)
          }}
          options={FLEET_SPEEDS.map((one) => ({ value: String(one), label: `${one}×` }))}
        />
      </div>
    </section>
  )
}

/** Number of boats received at the moment, or why the number is missing. */
function ReportingCount({ replay: { fleet, state, whole, retry } }: { replay: FleetReplay }) {
  const { t } = useTranslation()
  const reporting = useSyncExternalStore(fleet.subscribe, fleet.reporting)
  if (state === 'failed')
    return (
      <span className={classes.failed} role="alert">
        {t('fleetReplay.failed')}
        <Button size="compact-xs" variant="default" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </span>
    )
  const words =
    state === 'loading'
      ? t('fleetReplay.loading')
      : whole?.tracks.size === 0
        ? t('fleetReplay.nobody')
        : t('fleetReplay.reporting', { reporting, all: whole?.tracks.size ?? 0 })
  return <span className={classes.reporting}>{words}</span>
}

/** State of the chosen vessel at the moment. */
function Chosen({ replay: { fleet }, vesselId }: { replay: FleetReplay; vesselId: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const letters = useLetters()
  const format = usePreference('position-format')
  const words = useSyncExternalStore(fleet.subscribe, () => {
    const vessel = fleet.get(vesselId)
    if (!vessel) return null
    const { name, status, sog, cog, latitudeDeg, longitudeDeg, last_updated } = vessel
    if (status === 'offline')
      return t('fleetReplay.lastReport', { name, time: formats.dateTime(last_updated) })
    const speed = t('chart.derived', { name: formats.quantity(sog, 'kn') })
    const course = (sog ?? 0) > 0.5 ? ` · ${formats.course(cog)}` : ''
    const place =
      latitudeDeg === null || longitudeDeg === null
        ? ''
        : ` · ${writePosition({ latitudeDeg, longitudeDeg }, format, letters)}`
    return `${name}: ${speed}${course}${place}`
  })
  return words === null ? null : <span className={classes.chosen}>{words}</span>
}

const MOST_PARTS = 96

/** Strip of the shares of boats that report and that move over time, with the calm hours that the playback skips. */
function FleetStrip({ replay: { whole, movement, fromMs, toMs } }: { replay: FleetReplay }) {
  const { t } = useTranslation()
  const shares = useMemo(() => {
    if (!whole) return { reporting: [], moving: [] }
    // Each part spans at least two steps; otherwise a boat that always reports would seem silent now and then.
    const parts = Math.max(1, Math.min(MOST_PARTS, Math.floor((toMs - fromMs) / whole.stepMs / 2)))
    const range = { fromMs, toMs }
    return {
      reporting: reportingShares(whole, range, parts),
      moving: movingShares(whole, range, parts),
    }
  }, [whole, fromMs, toMs])
  const calm = movement?.calm ?? []
  const percentOf = (ms: number) => `${((100 * ms) / (toMs - fromMs)).toFixed(2)}%`
  return (
    <>
      <div className={classes.strip} role="img" aria-label={t('fleetReplay.strip')}>
        {calm.map((one) => (
          <i
            key={one.fromMs}
            style={{ left: percentOf(one.fromMs - fromMs), width: percentOf(one.toMs - one.fromMs) }}
          />
        ))}
        <svg
          viewBox={`0 0 ${Math.max(1, shares.reporting.length)} 10`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={columnsOf(shares.reporting)} />
          <path data-moving d={columnsOf(shares.moving)} />
        </svg>
      </div>
      {whole && whole.tracks.size > 0 && (
        <p className={classes.key}>
          <span data-moving>{t('fleetReplay.moving')}</span>
          <span data-reporting>{t('fleetReplay.received')}</span>
          {calm.length > 0 && <span data-calm>{t('fleetReplay.skipped')}</span>}
          {movement?.moving.length === 0 && <span>{t('fleetReplay.nobodyMoves')}</span>}
        </p>
      )}
    </>
  )
}

const columnsOf = (shares: readonly number[]) =>
  shares.map((share, at) => `M${at} 10V${(10 - 10 * share).toFixed(2)}h1V10`).join('')
