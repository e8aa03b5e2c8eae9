import { Progress } from '@mantine/core'
import { IconFocusCentered, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AREA_PROBLEMS, type Area } from '#contract/wire/area.ts'
import { areasQuery, isGoing, removeArea, resumeArea, stopArea } from '../../api/areas.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { useProblemWords } from '../../forms/useProblemWords.ts'
import { useSave } from '../../forms/useSave.ts'
import { fileSize } from '../../i18n/fileSize.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useStage } from '../stageContext.ts'
import classes from './Areas.module.css'
import { showArea } from './areaBounds.ts'

/** List of areas that are stored or being downloaded. */
export function AreaList() {
  const { t } = useTranslation()
  const { data: areas, isError, isPending } = useQuery(areasQuery)
  const [removed, setRemoved] = useState<Area | null>(null)
  return (
    <section className={classes.list} aria-label={t('areas.kept')}>
      <h3>{t('areas.kept')}</h3>
      {isPending && <p className={classes.hint}>{t('areas.loading')}</p>}
      {isError && (
        <p className={classes.hint} data-problem role="alert">
          {t('areas.failed')}
        </p>
      )}
      {areas?.length === 0 && <p className={classes.hint}>{t('areas.none')}</p>}
      {areas && areas.length > 0 && (
        <ul>
          {areas.map((area) => (
            <AreaLine key={area.id} area={area} onRemove={() => setRemoved(area)} />
          ))}
        </ul>
      )}
      {removed && <RemoveArea area={removed} onClose={() => setRemoved(null)} />}
    </section>
  )
}

function AreaLine({ area, onRemove }: { area: Area; onRemove: () => void }) {
  const { t } = useTranslation()
  const { map } = useStage()
  const formats = useFormats()
  const words = useProblemWords()
  const { name, bounds, state, problem, bytes, fetched_bytes: fetched } = area
  const change = { success: null, failure: 'areas.changeFailed', affects: ['areas'] } as const
  const stop = useSave({ save: stopArea, ...change })
  const resume = useSave({ save: resumeArea, ...change })
  const share = state === 'kept' ? 1 : bytes ? fetched / bytes : 0
  const size =
    state === 'kept'
      ? fileSize(bytes ?? 0, formats)
      : bytes === null
        ? null
        : t('areas.of', { there: fileSize(fetched, formats), all: fileSize(bytes, formats) })
  const facts = [
    area.kept_at
      ? t('areas.keptOn', { day: formats.date(Date.parse(area.kept_at)) })
      : t(`areas.state.${state}`),
    size,
    t('charts.zooms', { from: area.minzoom, to: area.maxzoom }),
  ]
  return (
    <li>
      <div className={classes.line}>
        <span className={classes.name}>{name}</span>
        <span className={classes.buttons}>
          {isGoing(area) && (
            <LineButton
              label={t('areas.stop', { name })}
              icon={IconPlayerPause}
              loading={stop.isPending}
              onClick={() => stop.mutate(area)}
            />
          )}
          {(state === 'stopped' || state === 'failed' || (state === 'waiting' && problem)) && (
            <LineButton
              label={t('areas.resume', { name })}
              icon={IconPlayerPlay}
              loading={resume.isPending}
              onClick={() => resume.mutate(area)}
            />
          )}
          <LineButton
            label={t('charts.show', { name })}
            icon={IconFocusCentered}
            onClick={() => showArea(map, bounds)}
          />
          <LineButton label={t('charts.remove', { name })} icon={IconTrash} onClick={onRemove} />
        </span>
      </div>
      {state !== 'kept' && (
        <Progress
          size={4}
          value={share * 100}
          {...(problem ? { color: 'var(--tf-sev-critical)' } : {})}
          aria-label={t('areas.progress', { name })}
        />
      )}
      <p className={classes.hint}>{facts.filter(Boolean).join(' · ')}</p>
      {problem && (
        <p className={classes.hint} data-problem>
          {words(AREA_PROBLEMS[problem])}
        </p>
      )}
    </li>
  )
}

const LineButton = (props: ComponentProps<typeof IconButton>) => (
  <IconButton variant="subtle" color="gray" size={28} {...props} />
)

function RemoveArea({ area, onClose }: { area: Area; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useSave({
    save: removeArea,
    success: 'areas.removed',
    failure: 'areas.removeFailed',
    affects: ['areas', 'area-preview', 'basemap'],
    onSaved: onClose,
  })
  return (
    <DeleteDialog
      action={t('areas.removeAction')}
      consequence={t('areas.removeConsequence', { name: area.name })}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(area)}
      onClose={onClose}
    />
  )
}
