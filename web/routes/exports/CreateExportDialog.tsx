import { Checkbox, Radio, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  EXPORT_KINDS,
  type ExportFormat,
  type ExportKind,
  exportFormatsOf,
} from '#contract/wire/fleetExport.ts'
import { createExport } from '../../api/exports.ts'
import { channelsQuery } from '../../api/notifications.ts'
import { usePermission, useUser } from '../../api/user.ts'
import form from '../../downloads/DownloadForm.module.css'
import { daysSpan } from '../../downloads/daysSpan.ts'
import { FormatField } from '../../downloads/FormatField.tsx'
import { useVesselChoices } from '../../fleet/useDistinctNames.ts'
import { DateRangePicker } from '../../forms/DateRangePicker.tsx'
import type { DayRange } from '../../forms/dayRange.ts'
import { FormDialog } from '../../forms/FormDialog.tsx'
import { useSave } from '../../forms/useSave.ts'
import { useVessels } from '../../live/vesselStates.ts'
import type { ListSearch } from '../../searchParameters.ts'
import { useDepartmentOptions } from '../../tables/useDepartmentOptions.ts'
import { NoAccess } from '../../ui/NoAccess.tsx'

/** Option for all vessels that the user may see. */
const ALL = 'all'

/** Starts an export; its progress shows in the list. */
export function CreateExportDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { vessel }: ListSearch = useSearch({ strict: false })
  const [kind, setKind] = useState<ExportKind>('trips')
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [of, setOf] = useState(vessel ? `vessel ${vessel}` : ALL)
  const [days, setDays] = useState<Partial<DayRange>>({})
  const allowed = usePermission('department:trip-view')
  const groups = useGroups()
  const [mailWhenReady, setMailWhenReady] = useState(false)
  const channels = useQuery(channelsQuery)
  const mails = channels.data?.channels.includes('email') ?? false
  const close = () => void navigate({ to: '/exports', search: ({ vessel: _, ...rest }: ListSearch) => rest })
  const save = useSave({
    save: () => {
      const [what, id] = of.split(' ')
      return createExport({
        ...{ kind, format },
        ...daysSpan(days),
        mail_when_ready: mails && mailWhenReady,
        ...(what === 'vessel' && id && { vessel_id: id }),
        ...(what === 'department' && id && { department_id: id }),
      })
    },
    success: 'exports.begun',
    failure: 'exports.createFailed',
    refusals: { too_many: 'exports.tooMany' },
    affects: ['exports'],
    onSaved: close,
  })
  if (!allowed)
    return (
      <FormDialog title={t('exports.create')} onClose={close}>
        <NoAccess />
      </FormDialog>
    )
  return (
    <FormDialog
      title={t('exports.create')}
      submit={t('exports.begin')}
      pending={save.isPending}
      onSubmit={() => save.mutate(undefined)}
      onClose={close}
    >
      <Radio.Group
        label={t('exports.what')}
        value={kind}
        onChange={(next) => {
          const chosen = EXPORT_KINDS.find((known) => known === next) ?? kind
          setKind(chosen)
          if (!exportFormatsOf(chosen).includes(format)) setFormat('csv')
        }}
      >
        <div className={form.types}>
          {EXPORT_KINDS.map((known) => (
            <Radio
              key={known}
              value={known}
              label={t(`exports.kinds.${known}`)}
              description={t(`exports.about.${known}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <Select
        label={t('exports.of')}
        data={groups}
        value={of}
        onChange={(next) => setOf(next ?? ALL)}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('palette.nothing')}
      />
      <div className={form.field}>
        <span className={form.name}>{t('exports.days')}</span>
        <DateRangePicker from={days.from} to={days.to} onChange={setDays} fullWidth />
        {!days.from && !days.to && <span className={form.empty}>{t('exports.allDays')}</span>}
      </div>
      <FormatField formats={exportFormatsOf(kind)} value={format} onChange={setFormat} />
      {mails && (
        <Checkbox
          label={t('exports.mail')}
          checked={mailWhenReady}
          onChange={(event) => setMailWhenReady(event.currentTarget.checked)}
        />
      )}
      <p className={form.about}>{t('exports.hint')}</p>
    </FormDialog>
  )
}

/** Options: everything first, then departments if there are several, then boats. */
function useGroups() {
  const { t } = useTranslation()
  const { company } = useUser()
  const departments = useDepartmentOptions('department:trip-view')
  const vessels = useVesselChoices(useVessels((states) => states.all()))
  const named = vessels.map(({ value, label }) => ({ value: `vessel ${value}`, label }))
  return [
    { value: ALL, label: t('exports.all') },
    ...(company.features.departments && departments.length > 1
      ? [
          {
            group: t('nav.departments'),
            items: departments.map(({ value, label }) => ({ value: `department ${value}`, label })),
          },
        ]
      : []),
    ...(named.length > 0 ? [{ group: t('nav.vessels'), items: named }] : []),
  ]
}
