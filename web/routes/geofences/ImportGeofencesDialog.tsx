import { FileInput, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addGeofence, readGeofencesAgain } from '../../api/geofences.ts'
import { useUser } from '../../api/user.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { type ReadShapes, readShapes } from '../../geofences/exchangeShapes.ts'
import { useDepartmentOptions, useFirstDepartment } from '../../tables/useDepartmentOptions.ts'

const MAX_BYTES = 20_000_000

/** Creates geofences from the shapes of a file, without rules. */
export function ImportGeofencesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { company } = useUser()
  const departments = useDepartmentOptions('department:geofence-create')
  const [department, setDepartment] = useState(useFirstDepartment('department:geofence-create'))
  const [read, setRead] = useState<ReadShapes | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const save = useSave({
    save: async () => {
      // Creates one geofence after the other; created ones leave the list, so that another attempt repeats only
      // failed ones.
      for (const fence of read?.fences ?? []) {
        const modified_at = new Date().toISOString()
        await addGeofence({ ...fence, department_id: department, createRule: false, modified_at })
        setRead((now) => now && { ...now, fences: now.fences.filter((one) => one !== fence) })
      }
    },
    success: 'geofences.imported',
    failure: 'geofences.createFailed',
    affects: ['geofences'],
    onSaved: onClose,
    // Geofences created before a failure exist and must appear.
    onFailed: () => void readGeofencesAgain(),
  })
  const take = async (file: File | null) => {
    setRead(null)
    setUnreadable(false)
    if (!file) return
    try {
      if (file.size > MAX_BYTES) throw new Error('too large')
      setRead(await readShapes(await file.text()))
    } catch {
      setUnreadable(true)
    }
  }
  const count = read?.fences.length ?? 0
  return (
    <FormDialog
      title={t('geofences.import')}
      submit={t('geofences.import')}
      idle={count === 0}
      changed={count > 0}
      pending={save.isPending}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <FileInput
        label={t('geofences.importFile')}
        description={t('geofences.importFormats')}
        placeholder={t('geofences.importChoose')}
        accept=".geojson,.json,.kml,.gpx"
        error={isUnreadable ? t('geofences.importUnreadable') : null}
        onChange={(file) => void take(file)}
      />
      {company.features.departments && (
        <Select
          label={t('users.department')}
          data={departments}
          value={department}
          allowDeselect={false}
          onChange={(id) => id && setDepartment(id)}
        />
      )}
      {read && (
        <p role="status">
          {t('geofences.importFound', { count })}
          {read.refused > 0 && ` ${t('geofences.importRefused', { count: read.refused })}`}
        </p>
      )}
    </FormDialog>
  )
}
