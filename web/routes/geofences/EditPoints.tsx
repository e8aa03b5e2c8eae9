import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TerraDraw } from 'terra-draw'
import type { Geofence } from '#contract/geofence.ts'
import { changeGeofence } from '../../api/geofences.ts'
import { geofenceColour } from '../../map/geofenceColours.ts'
import { mapColours } from '../../map/palette.ts'
import { useOverlay, useStage } from '../../map/stageContext.ts'
import { usePreference } from '../../preferences/preferences.ts'
import { toast } from '../../ui/toast.ts'
import classes from './Geofences.module.css'
import { createShapeDrawing, drawnShape, toDrawn } from './shapeDrawing.ts'

interface Props {
  geofences: readonly Geofence[]
  /** The one whose points show first. */
  firstId: string
  onDone: () => void
}

/** Moves shapes and their points until all that changed is saved at once, or nothing is. */
export function EditPoints({ geofences, firstId, onDone }: Props) {
  const { t } = useTranslation()
  const { map } = useStage()
  const queries = useQueryClient()
  const layer = usePreference('map-layer')
  const drawing = useRef<TerraDraw | null>(null)
  const changed = useRef(new Set<string>())
  const [dirty, setDirty] = useState(false)
  // What is being changed stays what it was when that began, whatever others do meanwhile.
  const [begun] = useState(geofences)
  // Another base map takes the drawing away and gets it back as it was.
  const held = useRef(begun.map(toDrawn))

  useOverlay(() => {
    const draw = createShapeDrawing(map, geofenceColour(mapColours(layer), 'BLUE'))
    draw.start()
    draw.addFeatures(held.current)
    draw.on('change', (ids, type, context) => {
      if (type !== 'update' || context?.target === 'properties') return
      for (const id of ids) if (begun.some((fence) => fence.id === id)) changed.current.add(String(id))
      setDirty(changed.current.size > 0)
    })
    draw.setMode('select')
    if (draw.hasFeature(firstId)) draw.selectFeature(firstId)
    drawing.current = draw
    return () => {
      held.current = draw.getSnapshot().filter(({ id }) => begun.some((fence) => fence.id === id))
      draw.stop()
    }
  }, [layer])

  const save = useMutation({
    mutationFn: async () => {
      const changes = [...changed.current].map((id) => {
        const fence = begun.find((known) => known.id === id)
        const feature = drawing.current?.getSnapshotFeature(id)
        if (!fence || !feature) {
          // biome-ignore lint/suspicious/noConsole: for whoever debugs; the other shapes are saved nevertheless
          console.error('Geofence not found in database', id)
          return null
        }
        const { coordinates, radius } = drawnShape(fence.type, feature)
        return changeGeofence({ id, coordinates, radius, modified_at: new Date().toISOString() })
      })
      const results = await Promise.allSettled(changes)
      await queries.invalidateQueries({ queryKey: ['geofences'] })
      const failed = results.find((result) => result.status === 'rejected')
      if (failed) throw failed.reason
    },
    onSuccess: () => {
      toast.success('geofences.updated')
      onDone()
    },
    onError: () => toast.failure('geofences.shapesFailed'),
  })

  return (
    <div className={classes.bar} role="status">
      <span>{t('geofences.editHint')}</span>
      <Button size="xs" variant="default" disabled={save.isPending} onClick={onDone}>
        {t('common.cancel')}
      </Button>
      <Button size="xs" disabled={!dirty} loading={save.isPending} onClick={() => save.mutate()}>
        {t('common.saveChanges')}
      </Button>
    </div>
  )
}
