import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Course, Quantity } from '../ui/Quantity.tsx'
import { impactAt, type Movement } from './movement.ts'
import classes from './ReplayWindow.module.css'
import { type Readouts, valueAt } from './readouts.ts'
import type { ShownTime } from './shownTime.ts'

const TENTH_MS = 100

/**
 * Speed, impact and course at the time of the replay, at most ten times a second, since faster digits cannot be read.
 */
export function ReplayReadouts({
  shown,
  movement,
  sensor,
  readouts,
  limitG,
}: {
  shown: ShownTime
  movement: Movement | null
  sensor: number | null
  readouts: Readouts | null
  limitG: number
}) {
  const { t } = useTranslation()
  const timeMs = useSyncExternalStore(shown.subscribe, () => Math.floor(shown.timeMs() / TENTH_MS) * TENTH_MS)
  // Impact of the sensor whose motion is shown; without a sensor, that of the vessel.
  const impactG =
    sensor === null ? readouts && valueAt(readouts.impactG, timeMs) : movement && impactAt(movement, timeMs)
  const of = (column: keyof Readouts) => (readouts ? valueAt(readouts[column], timeMs) : null)
  return (
    <dl className={classes.readouts}>
      <div>
        <dt>{t('replay.sog')}</dt>
        <dd>
          <Quantity value={of('sogKn')} unit="kn" />
        </dd>
      </div>
      <div>
        <dt>
          {sensor === null
            ? t('replay.impact')
            : t('chart.ofSensor', { name: t('replay.impact'), number: sensor })}
        </dt>
        <dd data-above={(impactG ?? 0) > limitG || undefined}>
          <Quantity value={impactG} unit="g" />
        </dd>
      </div>
      <div>
        <dt>{t('replay.course')}</dt>
        <dd>
          <Course deg={of('cogDeg')} />
        </dd>
      </div>
    </dl>
  )
}
