import { Button, FileButton, Progress } from '@mantine/core'
import { IconUpload, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toDay } from '#contract/domain/datePresets.ts'
import { DAY_MS } from '#contract/domain/time.ts'
import type { LogImport } from '#contract/wire/logImport.ts'
import { answerLog, logImportsQuery, removeLog, retryLog } from '../api/logs.ts'
import { reasonWords } from '../devices/reasonWords.ts'
import { DayField } from '../forms/DayField.tsx'
import { useSave } from '../forms/useSave.ts'
import { fileSize } from '../i18n/fileSize.ts'
import { useFormats } from '../i18n/useFormats.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { AskColumns } from './AskColumns.tsx'
import classes from './LogImports.module.css'
import { forgetUpload, sendLogs, type Upload, useUploads } from './uploads.ts'

/** Log files of a vessel: a drop area, the files in progress, and the results of earlier files. */
export function LogImports({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const logs = useQuery(logImportsQuery(vesselId))
  const uploads = useUploads(vesselId)
  return (
    <div className={classes.logs}>
      <DropArea vesselId={vesselId} />
      <ul className={classes.list} aria-busy={logs.isPending}>
        {uploads.map((upload) => (
          <Sending key={upload.key} upload={upload} />
        ))}
        {logs.data?.data.map((log) => (
          <Imported key={log.id} log={log} />
        ))}
      </ul>
      {logs.isPending && <div className={classes.waiting} />}
      {logs.error && !logs.data && (
        <LoadFailed sentence={t('logs.failedList')} error={logs.error} onRetry={logs.refetch} />
      )}
      {logs.data?.total === 0 && uploads.length === 0 && <p className={classes.quiet}>{t('logs.none')}</p>}
    </div>
  )
}

function DropArea({ vesselId }: { vesselId: string }) {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    // The page below would accept the same files again.
    event.stopPropagation()
    setOver(false)
    sendLogs(vesselId, event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon of={IconUpload} />
      <span>{t('logs.drop')}</span>
      <FileButton multiple onChange={(files) => sendLogs(vesselId, files)}>
        {(props) => (
          <Button {...props} variant="default">
            {t('logs.choose')}
          </Button>
        )}
      </FileButton>
      <p className={classes.quiet}>{t('logs.hint')}</p>
    </div>
  )
}

function Sending({ upload: { key, fileName, sent, problem } }: { upload: Upload }) {
  const { t } = useTranslation()
  return (
    <li className={classes.log}>
      <strong className={classes.name}>{fileName}</strong>
      <span className={classes.state}>{t(problem ? 'logs.state.failed' : 'logs.sending')}</span>
      {problem ? (
        <>
          <p className={classes.problem} role="alert">
            {t(problem)}
          </p>
          <Remove name={fileName} label={t('logs.remove')} onClick={() => forgetUpload(key)} />
        </>
      ) : (
        <Share label={t('logs.sent', { file: fileName })} share={sent} />
      )}
    </li>
  )
}

const REFUSALS_SHOWN = 5

function Imported({ log }: { log: LogImport }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { file_name, state, progress, error, rejected, log_date, weeks_added, columns } = log
  const remove = useSave({
    save: () => removeLog(log),
    success: 'logs.removed',
    failure: 'logs.removeFailed',
    affects: ['logs'],
  })
  // Earlier versions called files without data stored.
  const shown = state === 'done' && log.accepted === 0 ? 'failed' : state
  const isOpen = state === 'waiting' || state === 'running'
  const refused = rejected.slice(0, REFUSALS_SHOWN)
  return (
    <li className={classes.log}>
      <strong className={classes.name}>{file_name}</strong>
      <span className={classes.state} data-state={shown}>
        {t(log.week_rollover ? 'logs.needsWeeks' : log.table ? 'logs.needsColumns' : `logs.state.${shown}`)} ·{' '}
        {fileSize(log.bytes, formats)}
      </span>
      <Remove
        name={file_name}
        label={t(isOpen ? 'logs.stop' : 'logs.remove')}
        onClick={() => remove.mutate(undefined)}
      />
      {state === 'running' && <Share label={t('logs.progress', { file: file_name })} share={progress} />}
      {state === 'asking' && <Question log={log} />}
      {state === 'stopped' && <Stopped log={log} />}
      {error && state !== 'stopped' && (
        <p className={classes.problem} role="alert">
          {t(`logs.failure.${error}`)} {error === 'unknown_format' && t('logs.hint')}
        </p>
      )}
      {(state === 'running' || state === 'done') && <Stored log={log} />}
      {log.no_trip && <p className={classes.warning}>{t(`logs.noTrip.${log.no_trip}`)}</p>}
      {state === 'done' && log_date && (
        <p className={classes.quiet}>{t('logs.day', { day: formats.date(dayMs(log_date)) })}</p>
      )}
      {state === 'done' && weeks_added !== null && weeks_added > 0 && (
        <p className={classes.quiet}>{t('logs.weeksAdded', { weeks: formats.number(weeks_added) })}</p>
      )}
      {columns.length > 0 && (
        <p className={classes.quiet}>{t('logs.columns', { columns: columns.join(', ') })}</p>
      )}
      {refused.length > 0 && (
        <>
          <p className={classes.quiet}>{t('logs.refused')}</p>
          <ul className={classes.refused} aria-label={t('logs.refused')}>
            {refused.map(({ reason, detail, count }) => (
              <li key={`${reason} ${detail}`}>
                <span className={classes.count}>{formats.number(count)}</span>{' '}
                <span>
                  {reasonWords(t, reason)}: {detail}
                </span>
              </li>
            ))}
            {rejected.length > REFUSALS_SHOWN && (
              <li>
                <span className={classes.more}>
                  {t('logs.moreRefused', { count: rejected.length - REFUSALS_SHOWN })}
                </span>
              </li>
            )}
          </ul>
        </>
      )}
    </li>
  )
}

/** Explains why the server stopped reading a file, which it reads again only when a user asks for it. */
function Stopped({ log }: { log: LogImport }) {
  const { t } = useTranslation()
  const retry = useSave({
    save: () => retryLog(log),
    success: () => null,
    failure: 'logs.tryAgainFailed',
    affects: ['logs'],
  })
  return (
    <div className={classes.ask}>
      <p className={classes.problem} role="alert">
        {t(log.error ? `logs.failure.${log.error}` : 'logs.tooLargeUnpacked')}
      </p>
      <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
        {t('logs.tryAgain')}
      </Button>
    </div>
  )
}

/** Number of samples with the first and the last time. */
function Stored({ log: { vessel_id, accepted, from, to, state } }: { log: LogImport }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (accepted === 0) return state === 'done' ? <p>{t('logs.nothing')}</p> : null
  return (
    <p>
      {t('logs.samples', { count: accepted, samples: formats.number(accepted) })}
      {from !== null && to !== null && (
        <> {t('logs.span', { from: formats.dateTime(from), to: formats.dateTime(to) })}</>
      )}
      {state === 'done' && (
        <>
          {' · '}
          <Link to="/vessels/$vesselId/trips" params={{ vesselId: vessel_id }}>
            {t('logs.trips')}
          </Link>
        </>
      )}
    </p>
  )
}

function Question({ log }: { log: LogImport }) {
  if (log.week_rollover) return <AskWeeks log={log} rollover={log.week_rollover} />
  return log.table ? <AskColumns log={log} top={log.table} /> : <AskDay log={log} />
}

/** Question about dates of twenty years ago, which may come from a receiver with a GPS week rollover. */
function AskWeeks({
  log,
  rollover: { log_from, weeks },
}: {
  log: LogImport
  rollover: NonNullable<LogImport['week_rollover']>
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const answer = useSave({
    save: (weeks_added: number) => answerLog(log, { weeks_added }),
    success: () => null,
    failure: 'logs.dayFailed',
    affects: ['logs'],
  })
  const words = {
    weeks: formats.number(weeks),
    says: formats.date(log_from),
    corrected: formats.date(log_from + weeks * 7 * DAY_MS),
  }
  return (
    <div className={classes.ask}>
      <p>{t('logs.askWeeks', words)}</p>
      <Button loading={answer.isPending} onClick={() => answer.mutate(weeks)}>
        {t('logs.addWeeks', words)}
      </Button>
      <Button variant="default" disabled={answer.isPending} onClick={() => answer.mutate(0)}>
        {t('logs.keepDates')}
      </Button>
    </div>
  )
}

/** Question about the date of a log that has only times of day; the file's age gives the proposal. */
function AskDay({ log }: { log: LogImport }) {
  const { t } = useTranslation()
  const [day, setDay] = useState(log.log_date)
  const answerDay = useSave({
    save: (log_date: string) => answerLog(log, { log_date }),
    success: () => null,
    failure: 'logs.dayFailed',
    affects: ['logs'],
  })
  return (
    <div className={classes.ask}>
      <p>{t('logs.askDay')}</p>
      <DayField
        label={t('logs.dayLabel', { file: log.file_name })}
        day={day}
        until={toDay(new Date())}
        onChange={setDay}
      />
      <Button
        disabled={day === null}
        loading={answerDay.isPending}
        onClick={() => day !== null && answerDay.mutate(day)}
      >
        {t('logs.import')}
      </Button>
    </div>
  )
}

const Share = ({ label, share }: { label: string; share: number }) => (
  <Progress.Root className={classes.share ?? ''} size="sm">
    <Progress.Section value={100 * share} aria-label={label} />
  </Progress.Root>
)

function Remove({ name, label, onClick }: { name: string; label: string; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <span className={classes.remove}>
      <IconButton
        icon={IconX}
        label={t('logs.actionsFor', { action: label, file: name })}
        onClick={onClick}
      />
    </span>
  )
}

/** Noon of the local day, so that the date is the same in every time zone. */
const dayMs = (day: string) => new Date(`${day}T12:00:00`).getTime()
