import { Select, Skeleton } from '@mantine/core'
import { IconAntenna } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { VesselSource } from '#contract/wire/vesselSource.ts'
import { usePermission } from '../../../api/user.ts'
import { chooseSource, vesselSourcesQuery } from '../../../api/vesselSources.ts'
import { useSave } from '../../../forms/useSave.ts'
import { useFormats } from '../../../i18n/useFormats.ts'
import { useSeriesName } from '../../../plots/useSeriesName.ts'
import { isNotFound } from '../../../session/queryClient.ts'
import { Late } from '../../../ui/Late.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { NoAccess } from '../../../ui/NoAccess.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { type ContestedField, contestedFields, distinctly } from './contestedFields.ts'
import classes from './VesselSources.module.css'

/** Source selection where several instruments of a vessel report the same field. */
export function VesselSources({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const mayView = usePermission('vessel:vessel-view', vesselId)
  const sources = useQuery({ ...vesselSourcesQuery(vesselId), enabled: mayView })
  if (!mayView) return <NoAccess />
  if (!sources.data) {
    return isNotFound(sources.error) ? (
      <Notice icon={IconAntenna} title={t('replay.vesselNotFound')} role="status" />
    ) : sources.error ? (
      <LoadFailed sentence={t('error.sources')} error={sources.error} onRetry={sources.refetch} />
    ) : (
      <Late>
        <Skeleton height={64} />
        <Skeleton height={64} />
        <Skeleton height={64} />
      </Late>
    )
  }
  const { contested, others } = contestedFields(sources.data)
  if (contested.length === 0) {
    return (
      <Notice
        icon={IconAntenna}
        title={t(others > 0 ? 'sources.one' : 'sources.none')}
        hint={t(others > 0 ? 'sources.oneHint' : 'sources.noneHint')}
      />
    )
  }
  return (
    <div className={classes.stack}>
      <p className={classes.hint}>{t('sources.hint')}</p>
      <ul className={classes.fields}>
        {contested.map((field) => (
          <li key={field.field}>
            <FieldSources vesselId={vesselId} {...field} />
          </li>
        ))}
      </ul>
      {others > 0 && <p className={classes.hint}>{t('sources.others', { count: others })}</p>}
    </div>
  )
}

const AUTOMATIC = 'automatic'

function FieldSources({
  vesselId,
  field,
  instanceName,
  sources,
  chosen,
}: ContestedField & { vesselId: string }) {
  const { t } = useTranslation()
  const { date } = useFormats()
  const seriesName = useSeriesName()
  const mayEdit = usePermission('vessel:vessel-edit', vesselId)
  const save = useSave({
    save: chooseSource,
    success: 'sources.saved',
    failure: 'sources.failed',
    affects: ['vessel-sources', 'trips', 'trip', 'statistics'],
  })
  const name = field === 'position' ? t('sources.position') : seriesName(field, instanceName ?? undefined)
  const names = distinctly(sources.map(useSourceName()), (source, number) =>
    t('sources.numbered', { source, number }),
  )
  const options = [
    { value: AUTOMATIC, label: t('sources.automatic') },
    ...sources.map(({ source }, i) => ({ value: String(source), label: names[i] ?? '' })),
  ]
  const value = String(chosen ?? AUTOMATIC)
  return (
    <>
      {mayEdit ? (
        <Select
          label={name}
          data={options}
          allowDeselect={false}
          disabled={save.isPending}
          value={value}
          onChange={(wanted) =>
            save.mutate({ id: vesselId, field, source: wanted === AUTOMATIC ? null : Number(wanted) })
          }
        />
      ) : (
        <p className={classes.chosen}>
          <strong>{name}</strong>
          <span>{options.find((option) => option.value === value)?.label}</span>
        </p>
      )}
      <dl className={classes.reported}>
        {sources.map(({ source, first_day, last_day }, i) => (
          <div key={source} data-chosen={source === chosen || undefined}>
            <dt>{names[i]}</dt>
            <dd>
              {first_day !== last_day && `${date(dayMs(first_day))} – `}
              {date(dayMs(last_day))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const dayMs = (day: string) => new Date(`${day}T00:00`).getTime()

/** Model of the source, with its protocol and, on a bus, its address. */
function useSourceName(): (source: VesselSource) => string {
  const { t } = useTranslation()
  return ({ protocol, address, model }) => {
    const way = t(`sources.protocols.${protocol as 'n2k'}`)
    const place = address === null ? way : t('sources.address', { protocol: way, address })
    return model ? `${model} · ${place}` : place
  }
}
