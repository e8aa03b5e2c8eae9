import { Button, FileButton, Progress, Slider, Switch } from '@mantine/core'
import { IconChevronUp, IconFocusCentered, IconRefresh, IconTrash, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chart } from '#contract/wire/chart.ts'
import { addChart, chartsQuery, openAgain, removeChart } from '../../api/charts.ts'
import { usePermission } from '../../api/user.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { isOfFile } from '../../forms/isOfFile.ts'
import { useProblemWords } from '../../forms/useProblemWords.ts'
import { useSave } from '../../forms/useSave.ts'
import { fileSize } from '../../i18n/fileSize.ts'
import { useFormats } from '../../i18n/useFormats.ts'
import { setPreference, usePreference } from '../../preferences/preferences.ts'
import { toast } from '../../toasts/toast.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { fitBounds } from '../fitBounds.ts'
import { useStage } from '../stageContext.ts'
import classes from './ChartsSettings.module.css'
import { type ChartChoice, raised, readChoices, switched, withOpacity, writeChoices } from './chartChoices.ts'

/** Charts over the map: on or off, order and opacity. Charts that are on come first, in drawing order. */
export function ChartsSettings() {
  const { t } = useTranslation()
  const { data: charts, isError, isPending } = useQuery(chartsQuery)
  const mayAdd = usePermission('company:company-edit')
  const choices = readChoices(usePreference('charts'))
  const choose = (next: readonly ChartChoice[]) => setPreference('charts', writeChoices(next))
  const [removed, setRemoved] = useState<Chart | null>(null)
  const placeOf = ({ id }: Chart) => {
    const place = choices.findIndex((choice) => choice.id === id)
    return place < 0 ? choices.length : place
  }
  const sorted = charts?.toSorted((a, b) => placeOf(a) - placeOf(b)) ?? []
  return (
    <section className={classes.charts}>
      <h3>{t('charts.title')}</h3>
      {isPending && <p className={classes.quiet}>{t('charts.loading')}</p>}
      {isError && (
        <p className={classes.quiet} role="alert">
          {t('charts.failed')}
        </p>
      )}
      {charts?.length === 0 && (
        <p className={classes.quiet}>{t(mayAdd ? 'charts.none' : 'charts.noneToAsk')}</p>
      )}
      {sorted.length > 0 && (
        <ul>
          {sorted.map((chart) => (
            <ChartLine
              key={chart.id}
              chart={chart}
              choices={choices}
              onChoose={choose}
              mayRetry={mayAdd && chart.origin === 'organization'}
              onRemove={mayAdd && chart.origin === 'organization' ? () => setRemoved(chart) : undefined}
            />
          ))}
        </ul>
      )}
      {mayAdd && <AddChart onAdded={({ id }) => choose(switched(choices, id, true))} />}
      {removed && <RemoveChart chart={removed} onClose={() => setRemoved(null)} />}
    </section>
  )
}

interface LineProps {
  chart: Chart
  choices: readonly ChartChoice[]
  onChoose: (next: readonly ChartChoice[]) => void
  mayRetry: boolean
  onRemove: (() => void) | undefined
}

function ChartLine({ chart, choices, onChoose, mayRetry, onRemove }: LineProps) {
  const { t } = useTranslation()
  const { map } = useStage()
  const formats = useFormats()
  const { id, name, bounds, minzoom, maxzoom, bytes, is_stopped } = chart
  const retry = useSave({
    save: () => openAgain(chart),
    success: ({ is_stopped }) => (is_stopped ? null : 'charts.retried'),
    failure: 'charts.retryFailed',
    affects: ['charts'],
  })
  const place = choices.findIndex((choice) => choice.id === id)
  const choice = choices[place]
  const zooms = is_stopped ? t('charts.stopped') : t('charts.zooms', { from: minzoom, to: maxzoom })
  const show = ([west, south, east, north]: NonNullable<Chart['bounds']>) =>
    fitBounds(map, { west, south, east, north }, { maxZoom: maxzoom, durationMs: 800 })
  return (
    <li>
      <div className={classes.line}>
        <Switch
          checked={choice !== undefined}
          disabled={is_stopped}
          onChange={({ currentTarget }) => onChoose(switched(choices, id, currentTarget.checked))}
          label={name}
          description={bytes === null ? zooms : `${zooms} · ${fileSize(bytes, formats)}`}
        />
        <div className={classes.buttons}>
          {bounds && (
            <IconButton
              variant="subtle"
              color="gray"
              label={t('charts.show', { name })}
              icon={IconFocusCentered}
              onClick={() => show(bounds)}
            />
          )}
          {is_stopped && mayRetry && (
            <IconButton
              variant="subtle"
              color="gray"
              label={t('charts.retry', { name })}
              icon={IconRefresh}
              loading={retry.isPending}
              onClick={() => retry.mutate(undefined)}
            />
          )}
          {onRemove && (
            <IconButton
              variant="subtle"
              color="gray"
              label={t('charts.remove', { name })}
              icon={IconTrash}
              onClick={onRemove}
            />
          )}
        </div>
      </div>
      {choice && (
        <div className={classes.over}>
          <Slider
            className={classes.opacity}
            min={0.1}
            max={1}
            step={0.1}
            value={choice.opacity}
            onChange={(value) => onChoose(withOpacity(choices, id, Math.round(value * 10) / 10))}
            label={null}
            thumbLabel={t('charts.opacity', { name })}
            size={4}
          />
          {place > 0 && (
            <IconButton
              variant="subtle"
              color="gray"
              label={t('charts.raise', { name })}
              icon={IconChevronUp}
              onClick={() => onChoose(raised(choices, id))}
            />
          )}
        </div>
      )}
    </li>
  )
}

function AddChart({ onAdded }: { onAdded: (chart: Chart) => void }) {
  const { t } = useTranslation()
  const words = useProblemWords()
  const hintId = useId()
  const reset = useRef<() => void>(null)
  const [sent, setSent] = useState(0)
  const add = useMutation({
    mutationFn: (file: File) => addChart(file, setSent),
    onSuccess: (chart) => {
      toast.success('charts.added')
      if (chart) onAdded(chart)
    },
  })
  const { error } = add
  const problem = error && (isOfFile(error) ? words(error.message) : t('charts.addFailed'))
  const take = (file: File | null) => {
    setSent(0)
    if (file) add.mutate(file)
    // Clears the input, because choosing a repaired file of the same name again would be no change.
    reset.current?.()
  }
  return (
    <div>
      <FileButton
        accept=".mbtiles,.pmtiles"
        resetRef={reset}
        inputProps={{ 'aria-label': t('charts.add') }}
        onChange={take}
      >
        {(button) => (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon of={IconUpload} size={16} />}
            loading={add.isPending}
            aria-describedby={hintId}
            {...button}
          >
            {t('charts.add')}
          </Button>
        )}
      </FileButton>
      {add.isPending && (
        <Progress className={classes.sent} value={sent * 100} aria-label={t('charts.sent')} />
      )}
      <p
        id={hintId}
        className={classes.quiet}
        role={problem ? 'alert' : undefined}
        data-problem={problem ? true : undefined}
      >
        {problem ?? t('charts.hint')}
      </p>
    </div>
  )
}

function RemoveChart({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = chart
  const remove = useSave({
    save: () => removeChart(chart),
    success: 'charts.removed',
    failure: 'charts.removeFailed',
    affects: ['charts'],
    onSaved: async () => onClose(),
  })
  return (
    <DeleteDialog
      action={t('charts.removeAction')}
      consequence={t('charts.removeConsequence', { name })}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
