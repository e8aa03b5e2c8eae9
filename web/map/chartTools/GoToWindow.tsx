import { Button, TextInput } from '@mantine/core'
import { IconMapPin, IconMapPinFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mercatorX, mercatorY } from '#contract/geodesy/mercator.ts'
import type { Position } from '#contract/geodesy/position.ts'
import { FloatingWindow } from '../../ui/FloatingWindow.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { coveredPx } from '../fitBounds.ts'
import { flight } from '../flight.ts'
import { MapMark } from '../MapMark.tsx'
import { useStage } from '../stageContext.ts'
import classes from './ChartTools.module.css'
import { readPosition, writePosition } from './positionText.ts'
import { useLetters } from './useLetters.ts'

const LEAST_ZOOM = 11
const EXAMPLE = { latitudeDeg: 64 + 8.2 / 60, longitudeDeg: -(21 + 56.4 / 60) }

/** Moves the map to a typed position in any usual form, and marks the position while the window is open. */
export function GoToWindow({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { map } = useStage()
  const letters = useLetters()
  const [text, setText] = useState('')
  const [place, setPlace] = useState<Position | null>(null)
  const [isWrong, setWrong] = useState(false)
  const example = writePosition(EXAMPLE, 'minutes', letters)
  const go = (event: React.SyntheticEvent) => {
    event.preventDefault()
    const read = readPosition(text, letters)
    setWrong(read === null)
    if (!read) return
    setPlace(read)
    const zoom = Math.max(LEAST_ZOOM, map.getZoom())
    map.flyTo({
      center: [read.longitudeDeg, read.latitudeDeg],
      offset: [0, -coveredPx(map) / 2],
      zoom,
      ...flight(800),
    })
  }
  return (
    <>
      {place && (
        <MapMark x={mercatorX(place.longitudeDeg)} y={mercatorY(place.latitudeDeg)}>
          <span className={classes.pin}>
            <Icon of={IconMapPinFilled} size={24} />
          </span>
        </MapMark>
      )}
      <FloatingWindow
        title={t('chartTools.goTo')}
        icon={IconMapPin}
        widthPx={320}
        from={{ rightPx: 64, topPx: 12 }}
        onClose={onClose}
      >
        <form className={classes.body} onSubmit={go} noValidate>
          <TextInput
            label={t('chartTools.position')}
            placeholder={example}
            value={text}
            data-autofocus
            ref={(field) => field?.focus()}
            error={isWrong && t('chartTools.noPosition', { example })}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit">{t('chartTools.go')}</Button>
        </form>
      </FloatingWindow>
    </>
  )
}
