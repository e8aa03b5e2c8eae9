import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TerraDraw } from 'terra-draw'
import { Problem } from '#contract/wire/errors.ts'
import type { Geofence } from '#contract/wire/geofence.ts'
import { changeGeofence, readGeofencesAgain } from '../../api/geofences.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useUnsavedGuard } from '../../forms/useUnsavedGuard.tsx'
import { geofenceColour } from '../../map/geofenceColours.ts'
import { outlineOf } from '../../map/geofenceShapes.ts'
import { useMapLook } from '../../map/mapLook.ts'
import { mapColours } from '../../map/palette.ts'
import { useOverlay, useStage } from '../../map/stageContext.ts'
import { toast } from '../../toasts/toast.ts'
import { ChangedFence } from './ChangedFence.tsx'
import classes from './Geofences.module.css'
import { showBelow } from './GeofenceView.tsx'
import { createShapeDrawing, drawnShape, toDrawn } from './shapeDrawing.ts'
import { freeTurnDeg } from './turnedAdapter.ts'
import { usePenPoints } from './usePenPoints.tsx'

interface Props {
  /** Geofences as they were when editing began. */
  geofences: readonly Geofence[]
  /** Geofence whose points show first. */
  firstId: string
  onDone: () => void
}

/** Moves shapes and their points until the user saves all changes at once, or none. */
export function EditPoints({ geofences, firstId, onDone }: Props) {
  const { t } = useTranslation()
  const { map } = useStage()
  const look = useMapLook()
  const drawing = useRef<TerraDraw | null>(null)
  const changed = useRef(new Set<string>())
  const [dirty, setDirty] = useState(false)
  /** Geofences that another user changed since, in their current version. */
  const [conflicts, setConflicts] = useState<readonly Geofence[]>([])
  /** Version of each geofence that the user has seen. */
  const seen = useRef(new Map(geofences.map(({ id, modified_at }) => [id, modified_at])))
  // A new base map removes the drawing, which is then restored from here.
  const [turnDeg] = useState(() => freeTurnDeg(geofences.map(outlineOf)))
  const held = useRef(geofences.map((fence) => toDrawn(fence, turnDeg)))

  useOverlay(() => {
    const draw = createShapeDrawing(map, geofenceColour(mapColours(look), 'BLUE'), turnDeg)
    draw.start()
    draw.addFeatures(held.current)
    draw.on('change', (ids, type, context) => {
      if (type !== 'update' || context?.target === 'properties') return
      for (const id of ids) if (geofences.some((fence) => fence.id === id)) changed.current.add(String(id))
      setDirty(changed.current.size > 0)
    })
    draw.setMode('select')
    if (draw.hasFeature(firstId)) draw.selectFeature(firstId)
    drawing.current = draw
    return () => {
      held.current = draw.getSnapshot().filter(({ id }) => geofences.some((fence) => fence.id === id))
      draw.stop()
    }
  }, [look, turnDeg])

  const pen = usePenPoints({
    ...{ geofences, firstId },
    shapeNow: (fence) => {
      const feature = drawing.current?.getSnapshotFeature(fence.id)
      return feature ? drawnShape(fence.type, feature, turnDeg) : fence
    },
    redraw: (fence, shape) => {
      const draw = drawing.current
      if (!draw?.hasFeature(fence.id)) return
      // Handles of a selected shape would stay where they were.
      for (const { id, properties } of draw.getSnapshot())
        if (properties.selected === true && id !== undefined) draw.deselectFeature(id)
      const { geometry } = toDrawn({ ...fence, ...shape }, turnDeg)
      draw.updateFeatureGeometry(fence.id, geometry)
    },
  })

  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = geofences.find(({ id }) => id === firstId)
    if (first && bar.current) showBelow(map, first, bar.current.offsetTop + bar.current.offsetHeight)
  }, [map, geofences, firstId])

  async function saveOne(id: string) {
    const fence = geofences.find((known) => known.id === id)
    const feature = drawing.current?.getSnapshotFeature(id)
    if (!fence || !feature) {
      // biome-ignore lint/suspicious/noConsole: for developers; the other shapes are saved
      console.error('Geofence not found in database', id)
      return
    }
    const { coordinates, radius } = drawnShape(fence.type, feature, turnDeg)
    const modified_at = seen.current.get(id) ?? fence.modified_at
    const saved = await changeGeofence({ id, coordinates, radius, modified_at })
    seen.current.set(id, saved.modified_at)
    changed.current.delete(id)
  }
  const { question } = useUnsavedGuard({
    changed: dirty,
    within: ({ pathname, search }) => pathname === '/geofences' && 'editing-points' in search,
  })
  const saveMine = () => {
    for (const { id, modified_at } of conflicts) seen.current.set(id, modified_at)
    setConflicts([])
    save.mutate()
  }

  const save = useMutation({
    mutationFn: async () => {
      const ids = [...changed.current]
      const results = await Promise.allSettled(ids.map(saveOne))
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      const now = await readGeofencesAgain()
      setConflicts(
        now.filter(({ id }) => {
          const result = results[ids.indexOf(id)]
          return result?.status === 'rejected' && isConflict(result.reason)
        }),
      )
      if (refused.length > 0) throw refused.find((reason) => !isConflict(reason)) ?? refused[0]
    },
    onSuccess: () => {
      toast.success('geofences.updated')
      onDone()
    },
    onError: (error) => isConflict(error) || toast.failure('geofences.shapesFailed'),
  })

  return (
    <>
      {pen.view}
      <div className={classes.bar} role="status" ref={bar}>
        {conflicts.length > 0 && (
          <FormDialog
            title={t('geofences.editPoints')}
            submit={t('form.saveMine')}
            onSubmit={saveMine}
            onClose={() => setConflicts([])}
          >
            {conflicts.map((now) => (
              <ChangedFence
                key={now.id}
                expected={geofences.find(({ id }) => id === now.id) ?? now}
                now={now}
              />
            ))}
          </FormDialog>
        )}
        {question}
        <span>{t(pen.steers ? 'geofences.points.hint' : 'geofences.editHint')}</span>
        <Button size="xs" variant="default" disabled={save.isPending} onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button size="xs" disabled={!dirty} loading={save.isPending} onClick={() => save.mutate()}>
          {t('common.saveChanges')}
        </Button>
      </div>
    </>
  )
}

const isConflict = (error: unknown) => error instanceof Problem && error.code === 'conflict'
