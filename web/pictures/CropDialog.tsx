import { Slider } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../forms/FormDialog.tsx'
import { useKeysHere } from '../keys/keysHere.ts'
import { AREA_PX, croppedArea, type Frame, keepCovered, MAX_ZOOM, scaleOf, ZOOM_STEP } from './crop.ts'
import classes from './PictureField.module.css'

interface Props {
  picture: ImageBitmap
  frame: Frame
  onClose: () => void
  /** A JPEG as a data URL. */
  onCropped: (encoded: string) => void
}

const KEY_STEP_PX = 8
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves and enlarges a picture behind a window, then crops the visible part. */
export function CropDialog({ picture, frame, onClose, onCropped }: Props) {
  const { t } = useTranslation()
  // Kept as state, because the dialog mounts the canvas a moment after the picture was chosen.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [placement, setPlacement] = useState({ x: 0, y: 0, zoom: 1 })
  const move = (dx: number, dy: number) =>
    setPlacement((now) => keepCovered(picture, frame, { ...now, x: now.x + dx, y: now.y + dy }))

  useEffect(() => {
    const context = canvas?.getContext('2d')
    if (!context) return
    const scale = scaleOf(picture, frame, placement.zoom)
    const [width, height] = [picture.width * scale, picture.height * scale]
    context.clearRect(0, 0, AREA_PX, AREA_PX)
    context.drawImage(
      picture,
      AREA_PX / 2 + placement.x - width / 2,
      AREA_PX / 2 + placement.y - height / 2,
      width,
      height,
    )
  }, [canvas, picture, frame, placement])

  /** Last position of the finger or the mouse: not every browser reports the distance that a finger has moved. */
  const held = useRef<{ x: number; y: number } | null>(null)
  const hold = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, y: event.clientY }
  }
  const drag = (event: PointerEvent) => {
    if (!held.current || !event.isPrimary) return
    const { clientX: x, clientY: y } = event
    move(x - held.current.x, y - held.current.y)
    held.current = { x, y }
  }
  const press = (event: KeyboardEvent) => {
    const step = MOVES[event.key]
    if (!step) return
    // Otherwise the dialog would scroll too.
    event.preventDefault()
    move(step[0] * KEY_STEP_PX, step[1] * KEY_STEP_PX)
  }
  useKeysHere('crop')
  const crop = () => {
    const area = croppedArea(picture, frame, placement)
    const width = Math.round(Math.min(frame.mostWidth, Math.max(frame.leastWidth, area.width)))
    const height = Math.round((width * frame.height) / frame.width)
    const cut = Object.assign(document.createElement('canvas'), { width, height })
    cut.getContext('2d')?.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height)
    onCropped(cut.toDataURL('image/jpeg', 0.9))
  }
  return (
    <FormDialog
      title={t('settings.crop')}
      submit={t('settings.usePicture')}
      size={348}
      onSubmit={crop}
      changed
      onClose={onClose}
    >
      <div
        className={classes.area}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves the picture as the pointer does
        tabIndex={0}
        role="application"
        aria-label={t('settings.cropHint')}
        onPointerDown={hold}
        onPointerMove={drag}
        onLostPointerCapture={() => {
          held.current = null
        }}
        onKeyDown={press}
      >
        <canvas ref={setCanvas} width={AREA_PX} height={AREA_PX} />
        <span
          className={classes.window}
          style={{ width: frame.width, height: frame.height, borderRadius: frame.isRound ? '50%' : 6 }}
        />
      </div>
      <div className={classes.zoom}>
        <span>{t('settings.zoom')}</span>
        <Slider
          thumbLabel={t('settings.zoom')}
          min={1}
          max={MAX_ZOOM}
          step={ZOOM_STEP}
          label={(value) => `${value.toFixed(1)} ×`}
          value={placement.zoom}
          onChange={(zoom) => setPlacement((now) => keepCovered(picture, frame, { ...now, zoom }))}
        />
      </div>
    </FormDialog>
  )
}
