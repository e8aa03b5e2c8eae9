import { IconMaximize, IconMinimize, IconX, type TablerIcon } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeysHere } from '../keys/keysHere.ts'
import classes from './FloatingWindow.module.css'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

interface Props {
  title: string
  icon: TablerIcon
  widthPx: number
  /** Without it the window is as high as its content. */
  heightPx?: number
  /** First position of the window, from the right and the top of the area below. */
  from: { rightPx: number; topPx: number }
  mayFill?: boolean
  /** Content beside the title. */
  tools?: ReactNode
  onClose: () => void
  children: ReactNode
}

const STEP_PX = 16
/** Part of the header that always stays visible, CSS pixels. */
const GRIP_PX = 80

/** Window over the map, which the user moves by its header, or by the arrow keys on its handle. */
export function FloatingWindow(props: Props) {
  const { title, icon, widthPx, heightPx, from, mayFill, tools, onClose, children } = props
  const { t } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const [moved, setMoved] = useState({ x: 0, y: 0 })
  // A phone has no space for a window: a window that may fill the screen does, another lies at its foot.
  const [filled, setFilled] = useState(() => mayFill === true && matchMedia('(max-width: 767px)').matches)

  const move = (x: number, y: number) => {
    const room = box.current?.offsetParent?.getBoundingClientRect()
    if (!room) return
    const left = room.width - from.rightPx - widthPx
    setMoved({
      x: clamp(x, GRIP_PX - left - widthPx, room.width - left - GRIP_PX),
      y: clamp(y, -from.topPx, room.height - from.topPx - 48),
    })
  }
  const drag = (event: React.PointerEvent) => {
    if (filled || (event.target as Element).closest(`button:not(.${classes.handle})`)) return
    const [startX, startY] = [event.clientX - moved.x, event.clientY - moved.y]
    const target = event.currentTarget
    target.setPointerCapture(event.pointerId)
    const onMove = (next: Event) => {
      const { clientX, clientY } = next as PointerEvent
      move(clientX - startX, clientY - startY)
    }
    const stop = () => {
      target.removeEventListener('pointermove', onMove)
      target.removeEventListener('pointerup', stop)
      target.removeEventListener('pointercancel', stop)
    }
    target.addEventListener('pointermove', onMove)
    target.addEventListener('pointerup', stop)
    target.addEventListener('pointercancel', stop)
  }
  /** Above other windows over the map. */
  const raise = () => {
    for (const other of box.current?.parentElement?.querySelectorAll(`.${classes.window}`) ?? []) {
      delete (other as HTMLElement).dataset.raised
    }
    if (box.current) box.current.dataset.raised = ''
  }
  useEffect(raise, [])
  useKeysHere('window', !filled)
  useKeysHere('windowFill', filled)
  const nudge = (event: React.KeyboardEvent) => {
    const step = ARROWS[event.key]
    if (!step) return
    event.preventDefault()
    move(moved.x + step[0] * STEP_PX, moved.y + step[1] * STEP_PX)
  }
  useEffect(() => {
    if (!filled) return
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && setFilled(false)
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [filled])

  const place = {
    '--width': `${widthPx}px`,
    '--height': heightPx === undefined ? 'auto' : `${heightPx}px`,
    '--right': `${from.rightPx}px`,
    '--top': `${from.topPx}px`,
    '--moved': `translate(${moved.x}px, ${moved.y}px)`,
  } as CSSProperties
  return (
    <section
      ref={box}
      className={classes.window}
      data-filled={filled || undefined}
      aria-label={title}
      style={place}
      onPointerDownCapture={raise}
    >
      <header className={classes.head} onPointerDown={drag}>
        <button
          type="button"
          className={classes.handle}
          aria-label={t('window.move', { title })}
          onKeyDown={nudge}
        >
          <Icon of={icon} size={16} />
        </button>
        <h2>{title}</h2>
        <span className={classes.tools}>
          {tools}
          {mayFill && (
            <IconButton
              icon={filled ? IconMinimize : IconMaximize}
              label={t(filled ? 'window.restore' : 'window.fill')}
              size={28}
              onClick={() => setFilled((now) => !now)}
            />
          )}
          <IconButton icon={IconX} label={t('common.close')} size={28} onClick={onClose} />
        </span>
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  )
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const clamp = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high))
