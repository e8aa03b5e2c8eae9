import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './PlayButtons.module.css'
import type { Player } from './player.ts'

interface Props {
  player: Player
  /** Labels of the step back and the step forward. */
  back: string
  forward: string
}

/** Buttons: a step back, play or pause, a step forward. */
export function PlayButtons({ player, back, forward }: Props) {
  const { t } = useTranslation()
  const playing = useSyncExternalStore(player.subscribe, () => player.get().playing)
  return (
    <>
      <IconButton icon={IconPlayerSkipBack} label={back} size={32} onClick={() => player.step(-1)} />
      <IconButton
        icon={playing ? IconPlayerPause : IconPlayerPlay}
        label={t(playing ? 'replay.pause' : 'replay.play')}
        size={32}
        variant="filled"
        color="signal"
        className={classes.play ?? ''}
        onClick={() => (playing ? player.pause() : player.play())}
      />
      <IconButton icon={IconPlayerSkipForward} label={forward} size={32} onClick={() => player.step(1)} />
    </>
  )
}
