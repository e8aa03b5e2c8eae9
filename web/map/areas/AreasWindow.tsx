import { IconMapPins } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FloatingWindow } from '../../ui/FloatingWindow.tsx'
import { AreaForm } from './AreaForm.tsx'
import { AreaList } from './AreaList.tsx'
import { AreaOutlines } from './AreaOutlines.tsx'
import classes from './Areas.module.css'
import { type AreaBounds, type Edges, shownEast } from './areaBounds.ts'
import { DrawArea } from './DrawArea.tsx'

interface Props {
  /** Area that is chosen at first. */
  first?: AreaBounds | null
  onClose: () => void
}

const edgesOf = (bounds: AreaBounds | null): Edges =>
  bounds ? [bounds[0], bounds[1], shownEast(bounds[2]), bounds[3]] : ['', '', '', '']

/** Window with the stored areas of harbour detail and the form for a new area. */
export function AreasWindow({ first = null, onClose }: Props) {
  const { t } = useTranslation()
  const [edges, setEdges] = useState(edgesOf(first))
  const [name, setName] = useState(first ? t('areas.homeWaters') : '')
  const [bounds, setBounds] = useState(first)
  const [isDrawing, setDrawing] = useState(false)
  const choose = (next: AreaBounds | null, typed?: Edges) => {
    setBounds(next)
    setEdges(typed ?? edgesOf(next))
  }
  return (
    <>
      <AreaOutlines draft={bounds} />
      {isDrawing && (
        <DrawArea
          onDrawn={(next) => {
            setDrawing(false)
            choose(next)
          }}
          onCancel={() => setDrawing(false)}
        />
      )}
      {/* Keeps the typed values while the user drags on the map. */}
      <div className={isDrawing ? classes.away : undefined}>
        <FloatingWindow
          title={t('areas.title')}
          icon={IconMapPins}
          widthPx={360}
          from={{ rightPx: 64, topPx: 12 }}
          onClose={onClose}
        >
          <div className={classes.body}>
            <AreaForm
              name={name}
              onName={setName}
              edges={edges}
              bounds={bounds}
              onChoose={choose}
              onDraw={() => setDrawing(true)}
              onKept={() => {
                choose(null)
                setName('')
              }}
            />
            <AreaList />
          </div>
        </FloatingWindow>
      </div>
    </>
  )
}
