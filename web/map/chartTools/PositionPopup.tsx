import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCopy, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { POSITION_FORMATS } from '../../preferences/preferences.ts'
import { toast } from '../../toasts/toast.ts'
import { copyText } from '../../ui/copyText.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { MapPopup } from '../MapPopup.tsx'
import classes from './ChartTools.module.css'
import { writePosition } from './positionText.ts'
import { useLetters } from './useLetters.ts'

interface Props {
  position: Position
  onBegin: (tool: 'measure' | 'rings') => void
  onClose: () => void
}

/** Position of a place in each format, with a button to copy it. */
export function PositionPopup({ position, onBegin, onClose }: Props) {
  const { t } = useTranslation()
  const letters = useLetters()
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose())
  const copy = async (text: string) => {
    if (await copyText(text)) toast.success('chartTools.copied')
  }
  return (
    <MapPopup
      label={t('chartTools.position')}
      x={mercatorX(position.longitudeDeg)}
      y={mercatorY(position.latitudeDeg)}
      track={null}
    >
      <div className={classes.here}>
        <strong>{t('chartTools.position')}</strong>
        <IconButton icon={IconX} label={t('common.close')} size={28} onClick={onClose} />
      </div>
      {POSITION_FORMATS.map((format) => {
        const text = writePosition(position, format, letters)
        return (
          <div key={format} className={classes.here}>
            <span>{text}</span>
            <IconButton
              icon={IconCopy}
              label={t('chartTools.copy', { text })}
              size={28}
              onClick={() => void copy(text)}
            />
          </div>
        )
      })}
      <div className={classes.foot}>
        <Button size="xs" variant="default" onClick={() => onBegin('measure')}>
          {t('chartTools.measureHere')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onBegin('rings')}>
          {t('chartTools.ringsHere')}
        </Button>
      </div>
    </MapPopup>
  )
}
