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

const NO_EDGES: Edges = ['', '', '', '']

/** Window with the stored areas of harbour detail and the form for a new area. */
export function AreasWindow({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [edges, setEdges] = useState(NO_EDGES)
  const [name, setName] = useState('')
  const [bounds, setBounds] = useState<AreaBounds | null>(null)
  const [isDrawing, setDrawing] = useState(false)
  const choose = (next: AreaBounds | null, typed?: Edges) => {
    setBounds(next)
    setEdges(typed ?? (next ? [next[0], next[1], shownEast(next[2]), next[3]] : NO_EDGES))
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
