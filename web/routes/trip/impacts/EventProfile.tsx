import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImpactEvent } from '#contract/wire/impact.ts'
import type { Trip } from '#contract/wire/trip.ts'
import { seriesQuery } from '../../../api/telemetry.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { LitWindow } from '../../../plots/LitWindow.tsx'
import { createLinkedCursor } from '../../../plots/linkedCursor.ts'
import { PaneStack } from '../../../plots/PaneStack.tsx'
import { buildPanes } from '../../../plots/pane.ts'
import { createTimeRange } from '../../../plots/timeRange.ts'
import { Late } from '../../../ui/Late.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Segment } from '../../../ui/Segment.tsx'
import classes from './EventProfile.module.css'
import { ENGINE, engineRequest, MOTION, motionRequest, peakSpan, spanAround } from './eventSeries.ts'
import { momentAxis } from './momentAxis.ts'
import { PROFILES, type Profile, profileSeries } from './profileSeries.ts'

const SHORTEST_MS = 200
const FIELDS = { speed: 'engine_speed', trim: 'tilt_trim', gear: 'transmission_gear' } as const
/** Full scale by unit: trim in percent, gears without one. */
const FULL = { '%': 100, '': 6, g: 4 }

/** Sensor or engine data around the moment of an impact. */
export function EventProfile({ trip, event }: { trip: Trip; event: ImpactEvent }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [profile, setProfile] = useState<Profile>('sensors')
  const window = profile === 'sensors' ? MOTION : ENGINE
  const [fromMs, toMs] = spanAround(event, window)
  const timeMs = Date.parse(event.peak_impact_time)
  const request =
    profile === 'sensors' ? motionRequest(trip.id, event) : engineRequest(trip.id, event, FIELDS[profile])
  const query = useQuery(seriesQuery(request, false))
  const data = query.isPlaceholderData ? undefined : query.data
  const panes = useMemo(
    () => buildPanes(data ?? [], profileSeries(profile, event, t), window.stepMs),
    [data, profile, event, t, window],
  )
  const range = useMemo(() => createTimeRange([fromMs, toMs], SHORTEST_MS), [fromMs, toMs])
  const cursor = useMemo(() => {
    const made = createLinkedCursor()
    made.set(timeMs)
    return made
  }, [timeMs])
  const axis = useMemo(() => momentAxis(formats, timeMs), [formats, timeMs])
  const limitG = trip.vessel.system_settings.impact_limit
  const limit = formats.number(limitG, limitG % 1 ? 1 : 0)
  return (
    <div className={classes.profile}>
      <div className={classes.choice}>
        <Segment
          label={t('impacts.event.profileOf')}
          value={profile}
          onChange={setProfile}
          options={PROFILES.map((value) => ({ value, label: t(`impacts.event.of.${value}`) }))}
        />
      </div>
      <div className={classes.chart}>
        {query.error ? (
          <LoadFailed
            sentence={t('impacts.event.profileFailed')}
            error={query.error}
            onRetry={query.refetch}
          />
        ) : panes.length > 0 ? (
          <>
            <PaneStack
              label={t(`impacts.event.of.${profile}`)}
              panes={panes}
              stepMs={window.stepMs}
              axis={axis}
              cursor={cursor}
              range={range}
              limits={{ g: { value: limitG, label: t('trip.limitMark', { limit }) } }}
              suggestedMax={FULL}
              wheelScrolls
            />
            <LitWindow span={peakSpan(event)} range={range} />
          </>
        ) : !data ? (
          <Late>
            <div className={classes.waiting} role="status" aria-label={t('impacts.event.profileLoading')} />
          </Late>
        ) : (
          <p className={classes.nothing} role="status">
            {t('impacts.event.noProfile')}
          </p>
        )}
      </div>
      {panes.length > 0 && <p className={classes.note}>{t('impacts.event.window')}</p>}
    </div>
  )
}
