import { Slider } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { HOUR_S } from '#contract/domain/time.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Segment } from '../ui/Segment.tsx'
import { PlayButtons } from './PlayButtons.tsx'
import { type Player, SPEEDS } from './player.ts'
import classes from './ReplayWindow.module.css'

export function ReplayControls({ player, fromMs, toMs }: { player: Player; fromMs: number; toMs: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const speed = useSyncExternalStore(player.subscribe, () => player.get().speed)
  const second = useSyncExternalStore(player.subscribe, () => Math.floor(player.get().timeMs / 1000))
  const elapsed = Math.max(0, second - Math.floor(fromMs / 1000))
  return (
    <footer className={classes.controls}>
      <Slider
        className={classes.slider}
        thumbLabel={t('replay.position')}
        label={null}
        size={4}
        min={0}
        max={Math.max(1, Math.round((toMs - fromMs) / 1000))}
        value={elapsed}
        onChange={(value) => player.slide(fromMs + value * 1000)}
        onChangeEnd={() => player.letGo()}
      />
      <div className={classes.buttons}>
        <PlayButtons player={player} back={t('replay.back')} forward={t('replay.forward')} />
        <span className={classes.clock}>
          <strong>{formats.timeSeconds(second * 1000)}</strong>
          <span>
            {clockOf(elapsed)} / {clockOf(Math.round((toMs - fromMs) / 1000))}
          </span>
        </span>
        <Segment
          small
          label={t('replay.speed')}
          value={String(speed)}
          onChange={(next) => player.speed(SPEEDS.find((one) => String(one) === next) ?? 1)}
          options={SPEEDS.map((one) => ({
            value: String(one),
            label: one === 1 ? t('replay.normal') : `${one}x`,
          }))}
        />
      </div>
    </footer>
  )
}

/** `1:02:03`, or `2:03` below an hour. */
function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / HOUR_S), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}
