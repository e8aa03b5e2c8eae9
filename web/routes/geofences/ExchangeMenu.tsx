import { Menu } from '@mantine/core'
import { IconDotsVertical, IconFileExport, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Geofence } from '#contract/wire/geofence.ts'
import { usePermission } from '../../api/user.ts'
import { toGeoJson, toGpx, toKml } from '../../geofences/exchangeShapes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ImportGeofencesDialog } from './ImportGeofencesDialog.tsx'

const FORMATS = {
  GeoJSON: { ending: 'geojson', write: (fences: readonly Geofence[]) => JSON.stringify(toGeoJson(fences)) },
  KML: { ending: 'kml', write: toKml },
  GPX: { ending: 'gpx', write: toGpx },
} as const

/** Menu to import geofences from files and export them. */
export function ExchangeMenu({ geofences }: { geofences: readonly Geofence[] }) {
  const { t } = useTranslation()
  const mayDraw = usePermission('department:geofence-create')
  const [isImporting, setImporting] = useState(false)
  if (!mayDraw && geofences.length === 0) return null
  const save = (format: keyof typeof FORMATS) => {
    const { ending, write } = FORMATS[format]
    const url = URL.createObjectURL(new Blob([write(geofences)]))
    const link = document.createElement('a')
    Object.assign(link, { href: url, download: `geofences.${ending}` }).click()
    URL.revokeObjectURL(url)
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon={IconDotsVertical} label={t('geofences.exchange')} />
        </Menu.Target>
        <Menu.Dropdown>
          {mayDraw && (
            <Menu.Item
              leftSection={<Icon of={IconFileImport} size={16} />}
              onClick={() => setImporting(true)}
            >
              {t('geofences.import')}
            </Menu.Item>
          )}
          {geofences.length > 0 &&
            (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => (
              <Menu.Item
                key={format}
                leftSection={<Icon of={IconFileExport} size={16} />}
                onClick={() => save(format)}
              >
                {t('geofences.export', { format })}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {isImporting && <ImportGeofencesDialog onClose={() => setImporting(false)} />}
    </>
  )
}
